import { createHttp } from "phone-agent-api/http";

const http = createHttp();
const { data, error, response } = await http.GET("/api/v2/tokens");
console.log(data ? `${data.tokens.length} tokens` : `status ${response.status}: ${typeof error}`);
