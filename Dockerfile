# The demo of `npm start` in one container:
#   docker build -t replywright . && docker run --rm -p 127.0.0.1:3000-3005:3000-3005 -v replywright:/data replywright
# With `--reset` at the end, it first deletes the data of earlier runs.
FROM node:24.21.0-bookworm-slim

# The latest packages have the latest security fixes.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install -y --no-install-recommends openjdk-17-jre-headless openssl ca-certificates \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir /app /data \
  && chown node:node /app /data

USER node
WORKDIR /app
COPY --chown=node:node . .
# Building the functions and the dashboard here makes each start faster. A build is current as long as the times of its sources are the same, of
# which an image keeps whole seconds only.
RUN npm ci --no-fund --no-audit \
  && find . -exec touch --no-dereference --date=2026-01-01 {} + \
  && CDK_OUTDIR=/tmp/cdk.out CDK_VALIDATION=false node infra/app.ts \
  && rm -rf /tmp/cdk.out

ENV DATA_DIR=/data
VOLUME /data
EXPOSE 3000 3001 3002 3003 3004 3005
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "packages/local/src/container.ts"]
