{{- define "tripline.labels" -}}
app.kubernetes.io/name: tripline
app.kubernetes.io/part-of: tripline
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "tripline.image" -}}
{{- with .Values.image -}}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end -}}
{{- end -}}
{{- end }}

{{/* Environment variables from a Secret. Takes the Secret's name, `keys`, and `optional` ones; a variable is its key in capitals. */}}
{{- define "tripline.secretEnv" -}}
{{- range .keys }}
- name: {{ upper . }}
  valueFrom: { secretKeyRef: { name: {{ $.secret }}, key: {{ . }} } }
{{- end }}
{{- range .optional }}
- name: {{ upper . }}
  valueFrom: { secretKeyRef: { name: {{ $.secret }}, key: {{ . }}, optional: true } }
{{- end }}
{{- end }}

{{/* What every pod has in common, under `spec`: no rights, no token, no surprise variables. */}}
{{- define "tripline.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* …and under its container. */}}
{{- define "tripline.containerSecurity" -}}
image: {{ include "tripline.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/*
A process that goes on: its Deployment and its PodDisruptionBudget. Takes `root`, the `name` of the process, its `values`, the `keys` and
`optional` keys it reads of the services' Secret, further `env`, whether it listens to callers (`serves`), its `serviceAccount`, and
whether its number is somebody else's to choose (`scaled`).
*/}}
{{- define "tripline.process" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: tripline-{{ .name }}
  labels:
    {{- include "tripline.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .name }}
spec:
  {{- if not .scaled }}
  replicas: {{ .values.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
  selector:
    matchLabels:
      app.kubernetes.io/name: tripline
      app.kubernetes.io/instance: {{ .root.Release.Name }}
      app.kubernetes.io/component: {{ .name }}
  template:
    metadata:
      labels:
        {{- include "tripline.labels" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .name }}
      annotations:
        # Changed settings start new pods.
        tripline/settings: {{ .root.Values.settings | toJson | sha256sum }}
    spec:
      {{- include "tripline.podSecurity" .root | nindent 6 }}
      {{- with .serviceAccount }}
      serviceAccountName: {{ . }}
      {{- end }}
      terminationGracePeriodSeconds: {{ .root.Values.terminationGracePeriodSeconds }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              app.kubernetes.io/instance: {{ .root.Release.Name }}
              app.kubernetes.io/component: {{ .name }}
      containers:
        - name: {{ .name }}
          {{- include "tripline.containerSecurity" .root | nindent 10 }}
          args: [{{ .name }}]
          envFrom:
            - configMapRef: { name: tripline-settings }
          env:
            {{- include "tripline.secretEnv" (dict "secret" .root.Values.secrets.services "keys" .keys "optional" .optional) | nindent 12 }}
            {{- range $name, $value := .env }}
            - { name: {{ $name }}, value: {{ quote $value }} }
            {{- end }}
          ports:
            {{- if .serves }}
            - { name: http, containerPort: 8080 }
            {{- end }}
            - { name: admin, containerPort: 9090 }
          startupProbe:
            httpGet: { path: /healthz, port: admin }
            periodSeconds: 2
            timeoutSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /healthz, port: admin }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /readyz, port: admin }
            periodSeconds: 2
            timeoutSeconds: 2
            failureThreshold: 3
          resources:
            {{- toYaml .values.resources | nindent 12 }}
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
      volumes:
        - { name: tmp, emptyDir: { medium: Memory, sizeLimit: 64Mi } }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: tripline-{{ .name }}
  labels:
    {{- include "tripline.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .name }}
spec:
  maxUnavailable: 1
  # A pod that cannot become ready must not hold up a node's drain.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      app.kubernetes.io/instance: {{ .root.Release.Name }}
      app.kubernetes.io/component: {{ .name }}
{{- end }}

{{/* A process's Service: its API where it `serves`, and its admin port, which Prometheus finds by it. */}}
{{- define "tripline.service" -}}
apiVersion: v1
kind: Service
metadata:
  name: tripline-{{ .name }}
  labels:
    {{- include "tripline.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .name }}
spec:
  {{- if not .serves }}
  clusterIP: None
  {{- end }}
  selector:
    app.kubernetes.io/instance: {{ .root.Release.Name }}
    app.kubernetes.io/component: {{ .name }}
  ports:
    {{- if .serves }}
    - { name: http, port: 80, targetPort: http }
    {{- end }}
    - { name: admin, port: 9090, targetPort: admin }
{{- end }}

{{/* Scales a Deployment by processor time. */}}
{{- define "tripline.hpa" -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: tripline-{{ .name }}
  labels:
    {{- include "tripline.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .name }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: tripline-{{ .name }} }
  minReplicas: {{ .values.replicas }}
  maxReplicas: {{ .values.maxReplicas }}
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: 80 } }
  behavior:
    scaleDown: { stabilizationWindowSeconds: 300 }
{{- end }}
