import { QueryClient } from "@tanstack/react-query";
import createQueryHooks from "openapi-react-query";
import { createHttp } from "phone-agent-api/http";

const hooks = createQueryHooks(createHttp());

// In a component: hooks.useQuery("get", "/api/v2/tokens"). Outside of one, the same options do:
const { tokens } = await new QueryClient().fetchQuery(hooks.queryOptions("get", "/api/v2/tokens"));
console.log(`${tokens.length} tokens`);
