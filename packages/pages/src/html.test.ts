import { expect, test } from 'vitest'
import { fragment, html, prose } from './html.ts'

test('what is no markup is escaped, in text and in attributes', () => {
  const text = `<script>"'&`
  expect(html`<p title="${text}">${text}</p>`.markup).toBe(
    '<p title="&lt;script&gt;&quot;&#39;&amp;">&lt;script&gt;&quot;&#39;&amp;</p>',
  )
})

test('markup is put in as it is, lists one after the other, and what is absent not at all', () => {
  const items = ['a', 'b'].map((name) => html`<li>${name}</li>`)
  expect(html`<ul>${items}${false}${undefined}${0}</ul>`.markup).toBe('<ul><li>a</li><li>b</li>0</ul>')
})

test('prose marks up code and bold words, and nothing that its code holds', () => {
  expect(prose('**Mind** `a<b>` & more').markup).toBe('<strong>Mind</strong> <code>a&lt;b&gt;</code> &amp; more')
})

test('a fragment is a name in lower case without punctuation', () => {
  expect(['AgentPage', 'agents.list', 'MCP connectors'].map(fragment)).toEqual([
    'agentpage',
    'agents-list',
    'mcp-connectors',
  ])
})
