base="${PHONE_AGENT_BASE_URL:-http://127.0.0.1:4010}"
on() {
  curl --silent --show-error --fail "$@"
}
on --request PUT "$base/__mock/on/listTokens" --data '["code=503, times=2", {"example": "empty"}]'
on --request PUT "$base/__mock/on/getWebhookRelay" \
  --data '{"for": "RELAY_TYPE", "code": 404, "headers": {"x-example": "1"}, "body": {"error": "none"}}'
on --request PUT "$base/__mock/on/POST%20/api/v2/example" \
  --data '[{"for": {"/text": "too long"}, "code": 422}, {"body": {"queued": true}}]'
on --request DELETE "$base/__mock/on/POST%20/api/v2/example"
on --request DELETE "$base/__mock/on/listTokens"
on --request DELETE "$base/__mock/on/getWebhookRelay"
