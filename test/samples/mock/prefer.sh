curl "$PHONE_AGENT_BASE_URL/api/v2/tokens?token=$PHONE_AGENT_TOKEN" -H 'Prefer: example=empty'
curl "$PHONE_AGENT_BASE_URL/api/v2/tokens?token=$PHONE_AGENT_TOKEN" -H 'Prefer: code=503, times=2' -H 'Mock-Run: my-test'
curl "$PHONE_AGENT_BASE_URL/__mock/journal?run=my-test"
