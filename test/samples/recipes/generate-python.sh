npm install --save-dev @redocly/cli@2.77.0
npx --no -- redocly generate-client node_modules/phone-agent-api/dist/openapi.codegen.json \
  --generator python --output client/client.ts
pip install httpx
