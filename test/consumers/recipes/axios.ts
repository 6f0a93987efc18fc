import axios from "axios";
import { createFetch } from "phone-agent-api/http";

// Reads PHONE_AGENT_BASE_URL and PHONE_AGENT_TOKEN.
export const service = axios.create({
  baseURL: process.env["PHONE_AGENT_BASE_URL"] ?? "",
  adapter: "fetch",
  env: { fetch: createFetch() },
});
