import http from 'node:http'
import { describe, expect, test } from 'vitest'
import { pinsOf } from '../../agents/mcp-connectors/judge-tools.ts'
import { listen } from '../../platform/outbound/testing/listen.ts'
import { loopbackGuard } from '../../platform/outbound/testing/post.ts'
import { probe, showTools } from './test-connector.ts'
import { startMcpServer } from './testing/mcp-server.ts'

const headers = new Map([['Authorization', 'Bearer sk']])

async function probeStatus(status: number) {
  await using server = await listen(http.createServer((_, response) => response.writeHead(status).end('{}')))
  return await probe({ url: `http://127.0.0.1:${server.port}/mcp`, headers }, { guard: loopbackGuard })
}

test('lists the tools of a server, and sends the headers', async () => {
  await using server = await startMcpServer()
  const { problem, tools } = await probe({ url: server.url, headers }, { guard: loopbackGuard })
  expect(problem).toBeNull()
  expect(tools).toContainEqual({ name: 'find.order', description: 'Finds an order', approval: 'approved' })
  expect(server.seen.every((message) => message.headers.authorization === 'Bearer sk')).toBe(true)
})

test('shows new and changed tools with their whole description and schema', async () => {
  await using server = await startMcpServer()
  const of = async (pins: Record<string, string>) =>
    (await probe({ url: server.url, headers }, { pins, guard: loopbackGuard })).tools
  const inputSchema = expect.stringContaining('"minLength": 2')
  const [found] = await of({ 'find.order': 'another hash' })
  expect(found).toEqual({ name: 'find.order', description: 'Finds an order', approval: 'changed', inputSchema })
  expect((await of({}))[0]).toMatchObject({ name: 'find.order', approval: 'new' })
})

describe('the tools that a member can approve', () => {
  const tools = Array.from({ length: 201 }, (_, n) => ({ name: `tool ${n}`, description: 'x', inputSchema: {} }))
  const last = { name: 'tool 200', description: 'changed', inputSchema: {} }

  test('are shown first, however many others the server lists', () => {
    const shown = showTools([...tools.slice(0, 200), last], pinsOf(tools))
    expect(shown.tools[0]).toEqual({ ...last, approval: 'changed', inputSchema: '{}' })
    expect([shown.tools.length, shown.toolsHash]).toEqual([200, expect.stringMatching(/./)])
  })

  test('cannot be approved if they are not shown completely', () => {
    expect(showTools(tools, {}).toolsHash).toBe('')
    expect(showTools([{ ...last, inputSchema: { description: 'x'.repeat(16 * 1024) } }], {}).toolsHash).toBe('')
    expect(showTools([last], {}).toolsHash).not.toBe('')
  })
})

test.each([
  [401, 'unauthorized'],
  [403, 'unauthorized'],
  [404, 'not_found'],
  [500, 'status'],
  [200, 'protocol'],
])('reports a server that returns %i as %s', async (status, problem) => {
  expect(await probeStatus(status)).toMatchObject({ problem, status: status === 200 ? null : status, tools: [] })
})

test('reports an unreachable server', async () => {
  expect(await probe({ url: 'http://127.0.0.1:1/mcp', headers }, { guard: loopbackGuard })).toMatchObject({
    problem: 'refused',
  })
  expect(await probe({ url: 'http://127.0.0.1:1/mcp', headers })).toMatchObject({ problem: 'blocked_address' })
})
