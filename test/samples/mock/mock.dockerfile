FROM node:22-slim
WORKDIR /app
COPY package.json package-lock.json phone-agent-api-*.tgz ./
RUN npm ci
USER node
EXPOSE 4010
HEALTHCHECK --interval=2s CMD ["node", "-e", "fetch('http://127.0.0.1:4010/__mock/health')"]
CMD ["node_modules/.bin/phone-agent-api", "mock", "--host", "0.0.0.0", "--allow-host", "mock"]
