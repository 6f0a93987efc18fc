async function main() {
  const { createPhoneAgentClient } = await import("phone-agent-api");
  const phone = createPhoneAgentClient();
  const { tokens } = await phone.listTokens();
  console.log(`${tokens.length} tokens`);
}

main();
