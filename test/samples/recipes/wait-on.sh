set -e
node_modules/.bin/phone-agent-api mock --port 4010 &
trap "kill $!" EXIT
npx --no -- wait-on --timeout 10s http://127.0.0.1:4010/__mock/health
npm test
