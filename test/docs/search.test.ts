import { describe, expect, test } from "vitest";
import { createSearch } from "../../scripts/docs/in-page/search/engine.ts";
import { rowsOf } from "../../scripts/docs/search/rows.ts";

const operation = rowsOf({
  file: "operations/listRooms.html",
  title: "List rooms",
  group: "Operations",
  html: `<h1>List rooms</h1><p><code>GET /api/v2/roomList</code></p><p>The operation id is <code>listRooms</code>.</p>
<pre><code>curl --silent</code></pre>
<h2 id="response-200">Response <code>200</code></h2><ul>
<li id="field-rooms"><code>rooms[].lastMessage</code> (<code>string</code>, required): Text &amp; time of the &lt;last&gt; message.
<ul><li><span class="unknown" id="room-order"><b>Unknown:</b> Order of the <code>rooms</code>. <a class="share" href="#room-order">room-order</a></span></li></ul></li>
<li id="field-size"><code>pageSize</code> (<code>integer</code>, required): Rooms on a page.</li></ul>`,
});
const guide = rowsOf({
  file: "guides/errors.html",
  title: "Errors",
  group: "Guides",
  html: `<h1>Errors</h1><p>What can go wrong.</p><h2 id="retries">Retries</h2><p>It retries 429 and 503, up to 3 attempts.</p>
<h2 id="no-token">Without a token</h2><p>The mock responds with 401.</p>`,
});
const webhooks = rowsOf({
  file: "all-operations.html",
  title: "All operations",
  group: "Operations",
  html: `<h2 id="webhooks">Webhooks</h2><p>List webhooks.</p><p><span class="unknown" id="delivery-signing"><b>Unknown:</b> Signing of deliveries</span></p>`,
});
const rows = [...operation, ...guide, ...webhooks];

describe("the rows of a page", () => {
  test("are the page, its headings, fields and unknowns, each with the address that leads to it", () => {
    expect(operation.map(({ address, group, title }) => [address.split("/").at(-1), group, title])).toEqual([
      ["listRooms.html", "Operations", "List rooms"],
      ["listRooms.html#response-200", "Operations", "Response 200"],
      ["listRooms.html#field-rooms", "Fields", "rooms[].lastMessage"],
      ["listRooms.html#field-size", "Fields", "pageSize"],
      ["listRooms.html#room-order", "Unknowns", "Order of the rooms."],
    ]);
  });

  test("have their own text, without the code samples, and as it reads", () => {
    expect(operation[0]?.text).toBe("GET /api/v2/roomList The operation id is listRooms.");
    expect(operation[2]?.text).toBe("(string, required): Text & time of the <last> message.");
  });
});

describe("a search", async () => {
  const search = await createSearch(rows);
  const first = (query: string) => search(query).rows[0]?.address;

  test.each([
    ["listRooms", "operations/listRooms.html"],
    ["/api/v2/roomList", "operations/listRooms.html"],
    ["lastMessage", "operations/listRooms.html#field-rooms"],
    ["last mess", "operations/listRooms.html#field-rooms"],
    ["order of rooms", "operations/listRooms.html#room-order"],
    ["How do I retry?", "guides/errors.html#retries"],
  ])("for %j begins with %s", (query, address) => expect(first(query)).toBe(address));

  test.each([
    ["pagination", "operations/listRooms.html#field-size"],
    ["401", "guides/errors.html#no-token"],
    ["unauthorized", "guides/errors.html#no-token"],
    ["rate limit", "guides/errors.html#retries"],
    ["Webhook Signature", "all-operations.html#delivery-signing"],
  ])("for %j finds what this reference calls it", (query, address) => expect(first(query)).toBe(address));

  test.each(["retires", "Retreis", "lastMesage", "pagniation"])("forgives the slip in %j", (query) => {
    expect(search(query).rows).not.toEqual([]);
  });

  test.each(["zzzz", "qwfp", "430", "rooms xyzzy", "", "  ", "🙂", "<script>"])("for %j finds nothing", (query) => {
    expect(search(query).rows).toEqual([]);
  });
});
