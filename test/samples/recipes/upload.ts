import { createPhoneAgentClient } from "phone-agent-api";

const phone = createPhoneAgentClient();
const form = new FormData();
form.append("file", new Blob(["name,number\n"], { type: "text/csv" }), "contacts.csv");
const response: unknown = await phone.request("POST", "/api/v2/example", { body: form });
console.log(response);
