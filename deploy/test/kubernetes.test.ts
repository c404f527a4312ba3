import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { faultsOf } from './support/kubernetes-schemas.js';
import { baseResources, DEPLOY, FOLDERS, manifestFiles, type Resource, resourcesIn } from './support/manifests.js';

const all = baseResources();
const deployments = all.filter(({ kind }) => kind === 'Deployment');
const podsOf = (resource: Resource) => resource.spec.template;
const workloads = all.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');

describe('manifests of Kubernetes', () => {
  const files = FOLDERS.flatMap((folder) => manifestFiles(folder).map((file) => [folder, file] as const));

  it.each(files)('%s/%s keeps to the schemas of its kinds and has no field that they do not know', (folder, file) => {
    const resources = resourcesIn(folder, file);
    expect(resources).not.toHaveLength(0);
    for (const resource of resources)
      expect([resource.metadata.name, faultsOf(resource)]).toEqual([resource.metadata.name, []]);
  });

  it('a misspelt field, a wrong type and an unknown kind are found', () => {
    const [deployment] = deployments;
    const broken = structuredClone(deployment) as Resource;
    podsOf(broken).spec.containers[0].readinesProbe = podsOf(broken).spec.containers[0].readinessProbe;
    expect(faultsOf(broken)).toEqual(['spec.template.spec.containers.0.readinesProbe is not a known field']);
    expect(faultsOf({ ...broken, spec: { ...broken.spec, revisionHistoryLimit: 'five' } })).toHaveLength(1);
    expect(faultsOf({ ...broken, kind: 'Deploiment' })).toHaveLength(1);
  });

  it.each(FOLDERS)('the kustomization of %s names each of its files', (folder) => {
    const { resources } = parse(readFileSync(`${DEPLOY}kubernetes/${folder}/kustomization.yaml`, 'utf8'));
    expect([...resources].sort()).toEqual(manifestFiles(folder));
  });

  it('there is a deployment of every process that goes on, and a job for the migration', () => {
    expect(workloads.map((workload) => podsOf(workload).spec.containers[0].args[0]).sort()).toEqual([
      'coverage-api',
      'dashboard',
      'migrate',
      'rules-api',
      'rules-worker',
      'scan-worker',
    ]);
  });

  it.each(workloads.map((workload) => [workload.metadata.name, workload] as const))(
    '%s keeps to the restricted Pod Security Standard and writes nowhere but in /tmp',
    (_name, workload) => {
      const { containers, securityContext, ...pod } = podsOf(workload).spec;
      expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(securityContext.runAsUser).toBeGreaterThan(0);
      for (const container of containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.volumeMounts).toEqual([{ name: 'tmp', mountPath: '/tmp' }]);
        expect(Object.keys(container.resources.requests)).toEqual(['cpu', 'memory']);
        expect(Object.keys(container.resources.limits)).toEqual(['cpu', 'memory']);
      }
    },
  );

  it.each(deployments.map((deployment) => [deployment.metadata.name, deployment] as const))(
    '%s is asked whether it has started, lives and is ready, and has the time to stop',
    (_name, deployment) => {
      const { containers, terminationGracePeriodSeconds } = podsOf(deployment).spec;
      const [container] = containers;
      expect(container.startupProbe.httpGet).toEqual({ path: '/healthz', port: 'admin' });
      expect(container.livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'admin' });
      expect(container.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'admin' });
      // One late answer of a busy pod must not take it away.
      expect(container.readinessProbe.failureThreshold).toBe(3);
      // The defaults of DRAIN_SECONDS and LIMIT_SHUTDOWN_SECONDS.
      expect(terminationGracePeriodSeconds).toBeGreaterThan(5 + 25);
    },
  );

  it.each(deployments.map((deployment) => [deployment.metadata.name, deployment] as const))(
    'the budget, the service and the scaling of %s mean its pods',
    (name, deployment) => {
      const { labels } = podsOf(deployment).metadata;
      const named = (kind: string) => all.find((resource) => resource.kind === kind && resource.metadata.name === name);
      expect(labels).toMatchObject(named('PodDisruptionBudget')?.spec.selector.matchLabels);
      expect(labels).toMatchObject(named('Service')?.spec.selector);
      expect(labels).toMatchObject(deployment.spec.selector.matchLabels);
      const scaler = named('HorizontalPodAutoscaler');
      // A number in the manifest would undo the scaler's with every apply.
      expect(deployment.spec.replicas === undefined).toBe(scaler !== undefined);
      if (scaler !== undefined) expect(scaler.spec.scaleTargetRef).toMatchObject({ kind: 'Deployment', name });
    },
  );

  it('only the migration is given the role that owns the tables', () => {
    const knowing = workloads.filter((workload) => JSON.stringify(workload).includes('MIGRATION_DATABASE_URL'));
    expect(knowing.map(({ metadata }) => metadata.name)).toEqual(['tripline-migrate']);
  });

  it('no secret is in a manifest: each comes from a Secret that exists already', () => {
    expect(all.filter(({ kind }) => kind === 'Secret')).toEqual([]);
    for (const workload of workloads) {
      for (const { name, value } of podsOf(workload).spec.containers[0].env) {
        if (/DATABASE_URL|REDIS_URL|SECRET|TOKEN|SMTP_URL/.test(name)) expect([name, value]).toEqual([name, undefined]);
      }
    }
  });
});
