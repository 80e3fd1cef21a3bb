# The image of the app: docker build --tag charging .
# docs/operations/deploy.md says how to run the image, and how to pin its base.
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN ["npm", "ci", "--ignore-scripts"]
COPY . .
RUN ["npm", "run", "build"]
# Without what only building needs, without the Node of the packages, because the base has one, and without types and source maps.
RUN ["npm", "ci", "--omit=dev", "--ignore-scripts"]
RUN rm -rf node_modules/.bin node_modules/node-linux-* && \
    find node_modules -name '*.d.[cm]ts' -delete -o -name '*.d.ts' -delete -o -name '*.map' -delete

FROM ${BASE} AS run
ARG VERSION=1.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Ad-hoc charging" \
      org.opencontainers.image.description="Drivers pay for charging an electric car without an account" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production MALLOC_ARENA_MAX=1 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# The commands of the operator run from their sources.
COPY --from=build /app/package.json /app/THIRD_PARTY.md ./
COPY --from=build /app/demo demo
COPY --from=build /app/locales locales
COPY --from=build /app/client/console client/console
COPY --from=build /app/scripts/operator scripts/operator
COPY --from=build /app/scripts/build/writeWhole.ts scripts/build/writeWhole.ts
COPY --from=build /app/server server
COPY --from=build /app/shared shared
COPY --from=build /app/deploy/operator /usr/local/bin/operator
RUN ["install", "--directory", "--owner=1000", "--group=1000", "--mode=0700", "/data"]
VOLUME /data
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--v8-pool-size=1", "dist/start.mjs"]
