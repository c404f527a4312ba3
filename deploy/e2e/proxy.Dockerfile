# Debian's HAProxy under the terms of the public image, which the production file names: end-to-end tests need no other registry than ours.
ARG NODE_IMAGE=node:26-bookworm-slim
FROM ${NODE_IMAGE}
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends haproxy && rm -rf /var/lib/apt/lists/*
STOPSIGNAL SIGUSR1
USER haproxy
