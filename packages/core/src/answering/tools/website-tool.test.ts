import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toolCall } from './testing/call.ts'
import { type Endpoint, namesGuard, startEndpoint } from './testing/endpoint.ts'
import { websiteTools } from './website-tool.ts'

const LONG_LINK = `https://shop.example/${'x'.repeat(200)}`
const PAGE = `<!doctype html><html><head><title>Opening &amp; closing
  hours</title><style>a { color: red }</style></head><body>
  <nav><a href="/">Home</a></nav>
  <main><h1>Hours</h1>
  <p>See <a href="/map?utm_source=mail">the map</a>, <a href="${LONG_LINK}">this</a> and <a href="#top">top</a>.
  <table><tr><th>Day</th><th>Open</th></tr><tr><td>Monday</td><td>9 to 5</td></tr></table>
  <ul><li>Bell<li>Door</ul><script>alert(1)</script></main>
  <footer>Imprint</footer></body></html>`

let endpoint: Endpoint
beforeAll(async () => {
  const html = (type: string, body: string | Buffer) => (response: ServerResponse) =>
    response.writeHead(200, { 'Content-Type': type }).end(body)
  endpoint = await startEndpoint({
    '/hours': html('text/html; charset=utf-8', PAGE),
    '/latin': html('text/html', Buffer.from('<meta charset="iso-8859-1"><article>Grüße</article>', 'latin1')),
    '/declared': html('text/html; charset=iso-8859-1', Buffer.from('Grüße', 'latin1')),
    '/odd-charset': html('text/plain; charset=nonsense', 'Grüße'),
    '/text': html('text/plain', ' plain \n'),
    '/json': html('application/ld+json', '{ "a": [1, 2] }'),
    '/pdf': html('application/pdf', '%PDF-1.7'),
    '/unnamed': (response) => response.end('<!DOCTYPE html><p>guessed'),
    '/binary': (response) => response.end(Buffer.from([1, 0, 2])),
    '/long': html('text/html', `<p>${'word '.repeat(10_000)}`),
    '/tangled': html('text/html', '<div>'.repeat(100_000)),
    '/missing': (response) => response.writeHead(404).end('gone'),
    '/moved': (response) => response.writeHead(302, { location: '/text' }).end(),
    '/metadata': (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  })
})
afterAll(() => endpoint[Symbol.asyncDispose]())

const websites = (url: string, active = true) =>
  websiteTools(
    [{ id: 'w', url, prompt: 'When are you open?', active, daily: false, pages: [], cite: false }],
    namesGuard,
  )
async function read(path: string) {
  const [tool] = websites(endpoint.at(path))
  return (await tool?.run({}, toolCall()))?.text
}

test('a tool reads one page and has no parameters', () => {
  expect(websites('https://shop.example/opening-hours')).toMatchObject([
    {
      name: 'read_shop_example_opening-hours',
      description: 'Reads the web page https://shop.example/opening-hours. What to look for: When are you open?',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
      changesOutside: false,
      creditCost: 0,
    },
  ])
  expect(websites('https://shop.example/', false)).toEqual([])
})

test('reads the title, the URL and the text of a page, its main part first', async () => {
  expect(await read('/hours')).toBe(
    [
      'Opening & closing hours',
      endpoint.at('/hours'),
      '',
      'Hours',
      '',
      'See the map (/map), this and top.',
      '',
      'Day | Open',
      'Monday | 9 to 5',
      '',
      '- Bell',
      '- Door',
      '',
      'Imprint',
    ].join('\n'),
  )
})

describe('a response in another format', () => {
  test.each([
    ['/latin', 'Grüße'],
    ['/declared', 'Grüße'],
    ['/odd-charset', 'Grüße'],
    ['/text', 'plain'],
    ['/json', '{"a":[1,2]}'],
    ['/unnamed', 'guessed'],
  ])('%s is read as %s', async (path, text) => {
    expect(await read(path)).toBe(`${endpoint.at(path)}\n\n${text}`)
  })
  test.each(['/pdf', '/binary', '/tangled'])('%s is not readable', async (path) => {
    expect(await read(path)).toBe('The page is not readable.')
  })
})

test('cuts a long page', async () => {
  const text = await read('/long')
  expect(text).toMatch(/\[… cut: there is more\]$/)
  expect(Buffer.byteLength(text ?? '')).toBeLessThan(12.5 * 1024)
})

test('follows redirects, but not to blocked addresses', async () => {
  expect(await read('/moved')).toBe(`${endpoint.at('/text')}\n\nplain`)
  expect(await read('/metadata')).toBe('The page could not be reached: its address is not allowed.')
  expect(await read('/missing')).toBe('The page responded with status 404.')
})
