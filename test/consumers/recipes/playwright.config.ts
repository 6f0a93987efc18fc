import { defineConfig } from "@playwright/test";

export default defineConfig({
  use: { baseURL: "http://127.0.0.1:3000" },
  webServer: [
    {
      command: "npx --no -- phone-agent-api mock --port 4010",
      url: "http://127.0.0.1:4010/__mock/health",
    },
    {
      command: "node own-server.mjs",
      url: "http://127.0.0.1:3000",
      env: {
        PHONE_AGENT_BASE_URL: "http://127.0.0.1:4010",
        PHONE_AGENT_TOKEN: "demo-token-not-secret",
      },
    },
  ],
});
