base="${PHONE_AGENT_BASE_URL:-http://127.0.0.1:4010}"
curl --silent --show-error --fail --request PUT "$base/__mock/on/listTokens" \
  --data '["code=503, times=2", "example=empty"]'
for attempt in 1 2 3; do
  printf %s "${PHONE_AGENT_TOKEN:-demo-token-not-secret}" |
    curl --silent --show-error --output /dev/null --write-out '%{http_code}\n' \
      --get --data-urlencode token@- "$base/api/v2/tokens"
done
curl --silent --show-error --fail --request DELETE "$base/__mock/on/listTokens"
