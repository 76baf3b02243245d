// @module-tag full
import { MOST_AGENTS } from '@replywright/contract/agents.ts'
import { MOST_CONNECTORS } from '@replywright/contract/mcp-connectors.ts'
import { derivedId } from '@replywright/core/platform/clock.ts'
import { CounterEntity } from '@replywright/core/platform/paging/counter-entity.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callers, idOf, startTestService } from '../support/service.ts'
import { itemsOf, Page, pathsOf, readPages, toolInput, triggerInput, UNKNOWN_ID, UUID } from './agent-fixtures.ts'

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const { api, apiOfOther } = callers(() => service)
const MASKED = '****************'

async function newAgent(body: object = {}, call = api): Promise<string> {
  const response = await call('POST', '/agents/', { name: 'Ada', ...body })
  expect(response).toMatchObject({ status: 201 })
  return idOf(response)
}

describe('the full shape', () => {
  test('an agent created with only a name has every field with its default', async () => {
    const { status, body } = await api('POST', '/agents/', { name: 'Ada', id: UNKNOWN_ID, adConfig: 'x', unknown: 1 })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: UUID,
      name: 'Ada',
      description: '',
      systemPrompt: '',
      firstMessage: '',
      profilePicture: '',
      icebreakers: [],
      llmModel: null,
      tools: [],
      documents: [],
      memoryKeys: [],
      wakeUpConfigs: [],
      outboundTriggers: [],
      websiteTools: [],
      imageGenerateTools: [],
      handoffTools: [],
      mcpConfigs: [],
      supportTools: '[{"name":"ask_for_human"}]',
      paywallConfig: '',
      adConfig: '',
      creditSettings: '',
      voiceCallConfig: '',
      organization: { id: UUID, name: 'Demo', isPersonal: false },
      phoneNumbers: [],
      totalMessages: '0',
      totalSessions: '0',
      connectUrl: expect.stringMatching(/^https:\/\/wa\.me\/\d+\?text=%2Fconnect%3A[0-9a-f-]{36}$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      askForHuman: true,
      transcribeVoice: true,
      separateMessages: false,
      requiresProof: false,
      stepsPerTurn: 16,
      guardrails: null,
      problems: [],
      fallbackModel: null,
      outcomeKeys: [],
      monthlyLimitUsd: null,
    })
    expect(Object.keys(Object(body))[0]).toBe('id')
    expect(body).not.toMatchObject({ id: UNKNOWN_ID })
  })

  test('the agent of a number lists the number and uses it in its connect URL', async () => {
    expect(await api('GET', `/agents/${service.ready.agent.id}`)).toMatchObject({
      status: 200,
      body: {
        phoneNumbers: [
          {
            msgPhoneNumberId: service.ready.numbers[0]?.phoneNumberId,
            msgBusinessAccountId: service.ready.account.id,
            wabaId: service.ready.account.waId,
            phoneNumber: '447700900100',
          },
        ],
        connectUrl: 'https://wa.me/447700900100',
      },
    })
  })

  test('items of sub-resource arrays are updated by id, created without id, and deleted when left out', async () => {
    const childAgentId = await newAgent({ name: 'Child' })
    const connector = await api('POST', '/mcp-connectors/', { name: 'Shop', url: 'https://mcp.example.com/' })
    const given = {
      description: 'Answers',
      icebreakers: { any: ['JSON', 1.5, null] },
      llmModel: 'large',
      tools: [toolInput('Bearer 1')],
      memoryKeys: [{ key: 'k', type: 'string', initialValue: '', whenToUpdate: 'always' }],
      wakeUpConfigs: [{ description: 'later', forceMessage: false }],
      outboundTriggers: [triggerInput],
      websiteTools: [{ url: 'https://example.com/help', prompt: 'help' }],
      imageGenerateTools: [{ prompt: 'draw', creditCost: 3, active: false }],
      handoffTools: [{ childAgentId, description: 'sales' }],
      mcpConfigs: [{ connectorId: idOf(connector), toolWhitelist: null }],
    }
    const created = await api('POST', '/agents/', { name: 'Ada', ...given })
    const id = idOf(created)
    expect(created.body).toMatchObject({
      ...given,
      tools: [{ ...toolInput('Bearer 1'), id: UUID, active: true }],
      memoryKeys: [{ id: UUID, ...given.memoryKeys[0] }],
      wakeUpConfigs: [{ id: UUID, description: 'later', enabled: true, forceMessage: false }],
      outboundTriggers: [
        {
          id: UUID,
          url: expect.stringMatching(/\/triggers\/[0-9a-f-]{36}$/),
          secret: expect.stringMatching(/^[\w-]{32}$/),
          enabled: true,
        },
      ],
      websiteTools: [{ id: UUID, ...given.websiteTools[0], active: true }],
      imageGenerateTools: [{ id: UUID, name: '', description: '', prompt: 'draw', active: false, creditCost: 3 }],
      handoffTools: [{ id: UUID, parentAgentId: id, childAgentId, childAgentName: 'Child', active: true }],
      mcpConfigs: [{ id: UUID, connectorId: idOf(connector), connectorName: 'Shop', toolWhitelist: null }],
    })
    const [first] = itemsOf(created, 'memoryKeys')
    const key = { key: 'new', type: 'number', initialValue: '0', whenToUpdate: 'never' }
    const replaced = await api('PUT', `/agents/${id}/`, {
      name: 'Eve',
      memoryKeys: [key, { ...first, whenToUpdate: 'seldom' }],
      wakeUpConfigs: [],
    })
    expect(replaced).toMatchObject({ status: 200 })
    expect(replaced.body).toEqual({
      ...Object(created.body),
      name: 'Eve',
      memoryKeys: [
        { id: UUID, ...key },
        { ...first, whenToUpdate: 'seldom' },
      ],
      wakeUpConfigs: [],
    })
    expect((await api('GET', `/agents/${id}/`)).body).toEqual(replaced.body)

    // Deleted connectors and agents have no name, and an update that repeats their ids is accepted.
    await api('DELETE', `/mcp-connectors/${idOf(connector)}/`)
    await api('DELETE', `/agents/${childAgentId}/`)
    expect(await api('PUT', `/agents/${id}/`, replaced.body)).toMatchObject({
      status: 200,
      body: { handoffTools: [{ childAgentId, childAgentName: '' }], mcpConfigs: [{ connectorName: '' }] },
    })
  })
})

describe('rejects with 400 and the path of each field', () => {
  test('required fields, lengths and types of the Resources table', async () => {
    const long = 'x'.repeat(256)
    const response = await apiOfOther('POST', '/agents/', {
      name: long,
      llmModel: 5,
      tools: [{}, { name: long, description: 1, apiSchema: null, creditCost: 1.5, active: 'yes' }],
      memoryKeys: [{ key: long, type: long }],
      wakeUpConfigs: [{ description: 'x', enabled: 1 }],
      outboundTriggers: [{ secret: long }, { ...triggerInput, secret: 'x'.repeat(15) }],
      websiteTools: [
        { url: `https://example.com/${'x'.repeat(181)}`, prompt: '' },
        { url: 'no url', prompt: '' },
      ],
      imageGenerateTools: [{ name: long }],
      handoffTools: [{ childAgentId: 'x' }],
      mcpConfigs: [{ connectorId: 'x' }],
      documents: [{ name: 'new.txt' }],
    })
    expect(response).toMatchObject({ status: 400, body: { code: 'validation_error' } })
    expect(pathsOf(response).toSorted()).toEqual(
      [
        'name',
        'llmModel',
        ...['name', 'description', 'apiSchema', 'creditCost'].map((field) => `tools.0.${field}`),
        ...['name', 'description', 'creditCost', 'active'].map((field) => `tools.1.${field}`),
        ...['key', 'type', 'initialValue', 'whenToUpdate'].map((field) => `memoryKeys.0.${field}`),
        ...['enabled', 'forceMessage'].map((field) => `wakeUpConfigs.0.${field}`),
        ...['secret', 'templateId', 'templateName'].map((field) => `outboundTriggers.0.${field}`),
        'outboundTriggers.1.secret',
        'websiteTools.0.url',
        'websiteTools.1.url',
        ...['name', 'prompt', 'creditCost'].map((field) => `imageGenerateTools.0.${field}`),
        ...['childAgentId', 'description'].map((field) => `handoffTools.0.${field}`),
        ...['connectorId', 'toolWhitelist'].map((field) => `mcpConfigs.0.${field}`),
        'documents.0.id',
      ].toSorted(),
    )
  })

  test('PUT needs a name, PATCH does not; null counts as absent', async () => {
    const id = await newAgent()
    expect(pathsOf(await api('PUT', `/agents/${id}/`, { description: 'x' }))).toEqual(['name'])
    expect(pathsOf(await api('PUT', `/agents/${id}/`, { name: null }))).toEqual(['name'])
    expect((await api('PATCH', `/agents/${id}/`, { name: null, tools: null })).body).toMatchObject({ tools: [] })
    expect((await api('PATCH', `/agents/${id}/`, {})).status).toBe(200)
  })

  test('ids of another agent or organisation', async () => {
    const id = await newAgent({ memoryKeys: [{ key: 'k', type: 't', initialValue: '', whenToUpdate: '' }] })
    const foreign = await newAgent({}, apiOfOther)
    const foreignConnector = await apiOfOther('POST', '/mcp-connectors/', { name: 'x', url: 'https://x.example/' })
    const refused = async (change: object) => pathsOf(await api('PATCH', `/agents/${id}/`, change))
    expect(await refused({ tools: [{ ...toolInput('x'), id: UNKNOWN_ID }] })).toEqual(['tools.0.id'])
    expect(await refused({ documents: [{ id: UNKNOWN_ID, name: 'x.txt' }] })).toEqual(['documents.0.id'])
    const handoff = { childAgentId: foreign, description: '' }
    expect(await refused({ handoffTools: [handoff] })).toEqual(['handoffTools.0.childAgentId'])
    expect(await refused({ handoffTools: [{ ...handoff, parentAgentId: foreign }] })).toEqual([
      'handoffTools.0.parentAgentId',
    ])
    expect(await refused({ mcpConfigs: [{ connectorId: idOf(foreignConnector), toolWhitelist: [] }] })).toEqual([
      'mcpConfigs.0.connectorId',
    ])
    expect(await refused({ websiteTools: [{ url: 'ftp://example.com/', prompt: '' }] })).toEqual(['websiteTools.0.url'])
    expect(await refused({ tools: [toolInput(MASKED)] })).toEqual([
      'tools.0.apiSchema.request_headers.Authorization.input.value',
    ])
  })
})

describe('size', () => {
  test('hundreds of tools and a schema of 290 KB are returned unchanged', async () => {
    const tools = Array.from({ length: 500 }, (_, index) => ({
      ...toolInput(`Bearer ${index}`),
      name: `Tool ${index}`,
    }))
    const many = await apiOfOther('POST', '/agents/', { name: 'Many', tools })
    expect(itemsOf(many, 'tools')).toMatchObject(tools)
    const apiSchema = { text: 'ü"\n'.repeat(42_000) }
    const big = await apiOfOther('POST', '/agents/', { name: 'Big', tools: [{ ...toolInput('x'), apiSchema }] })
    expect(big).toMatchObject({ status: 201, body: { tools: [{ apiSchema }] } })
    expect((await apiOfOther('GET', `/agents/${idOf(big)}/`)).body).toEqual(big.body)
    for (const response of [many, big]) await apiOfOther('DELETE', `/agents/${idOf(response)}/`)
  })

  test.each([
    ['above 300 KB', { description: 'x'.repeat(301 * 1024) }, 413, 'payload_too_large'],
    ['with instructions above 100 KB', { systemPrompt: 'é'.repeat(51_201) }, 400, 'validation_error'],
    ['with 50 KB of fixed header values', { tools: [toolInput('x'.repeat(50 * 1024))] }, 413, 'payload_too_large'],
  ])('an agent %s is rejected', async (_, change, status, code) => {
    expect(await apiOfOther('POST', '/agents/', { name: 'Ada', ...change })).toMatchObject({ status, body: { code } })
  })

  test('JSON nested 10,000 levels deep is rejected', async () => {
    const nested = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    const response = await apiOfOther('POST', '/agents/', `{"name":"Ada","icebreakers":${nested}}`)
    expect(response).toMatchObject({
      status: 400,
      body: { code: 'invalid_json', error: expect.stringContaining('128 levels') },
    })
  })

  test('a page that would be too large ends earlier, and its next link continues without a gap', async () => {
    // Quotes are escaped twice in a Lambda's response.
    const description = '"'.repeat(145 * 1024)
    const ids: string[] = []
    for (let index = 0; index < 10; index++) ids.unshift(await newAgent({ description }, apiOfOther))
    const seen = await readPages('/agents/?limit=100', apiOfOther)
    expect(seen.sizes.length).toBeGreaterThan(1)
    expect(seen.ids.slice(0, ids.length)).toEqual(ids)
    expect(seen.count).toBe(seen.ids.length)
    for (const id of ids) expect(await apiOfOther('DELETE', `/agents/${id}/`)).toMatchObject({ status: 204 })
  })
})

test('a list has an exact count, newest first, and its links reach every item', async () => {
  const before = v.parse(Page, (await apiOfOther('GET', '/agents/')).body)
  const ids: string[] = []
  for (let index = 0; index < 5; index++) ids.unshift(await newAgent({ name: `Agent ${index}` }, apiOfOther))
  const seen = await readPages('/agents/?limit=2', apiOfOther)
  expect(seen).toMatchObject({ count: before.count + 5, ids: [...ids, ...before.results.map(({ id }) => id)] })
  const second = await apiOfOther('GET', '/agents/?offset=2&limit=2')
  expect(v.parse(Page, second.body)).toMatchObject({
    previous: `${service.ready.baseUrl}/api/v1/agents/?offset=0&limit=2`,
    results: ids.slice(2, 4).map((id) => ({ id })),
  })
  await apiOfOther('DELETE', `/agents/${ids[0]}/`)
  expect((await apiOfOther('GET', '/agents/?limit=1')).body).toMatchObject({ count: before.count + 4 })
  for (const query of ['limit=0', 'limit=101', 'offset=-1', 'limit=x', 'cursor=nonsense'])
    expect(await apiOfOther('GET', `/agents/?${query}`)).toMatchObject({ status: 400 })
})

test.each([
  ['agents', '/agents/', { name: 'Ada' }, MOST_AGENTS],
  ['mcp-connectors', '/mcp-connectors/', { name: 'Shop', url: 'https://example.com/mcp' }, MOST_CONNECTORS],
])('an organisation has a limited number of %s', async (noun, path, body, most) => {
  const key = { organizationId: derivedId('demo organization', 'Other'), noun }
  const { data } = await CounterEntity.get(key).go()
  await CounterEntity.put({ ...key, count: most }).go()
  const refused = await apiOfOther('POST', path, body)
  await CounterEntity.put({ ...key, count: data?.count ?? 0 }).go()
  expect(refused).toMatchObject({ status: 409, body: { code: 'conflict', reason: 'limit_reached' } })
  const created = await apiOfOther('POST', path, body)
  expect(created).toMatchObject({ status: 201 })
  expect(await apiOfOther('DELETE', `${path}${idOf(created)}/`)).toMatchObject({ status: 204 })
})

describe('concurrent updates', () => {
  test('one of several PUTs wins, the others return 409, and no confirmed update is lost', async () => {
    const id = await newAgent()
    const changes = [
      { description: 'A' },
      { systemPrompt: 'B' },
      { firstMessage: 'C' },
      { websiteTools: [{ url: 'https://example.com/', prompt: 'D' }] },
    ]
    const responses = await Promise.all(
      changes.map((change) => api('PUT', `/agents/${id}/`, { name: 'Ada', ...change })),
    )
    const confirmed = changes.filter((_, index) => responses[index]?.status === 200)
    expect(confirmed.length).toBeGreaterThan(0)
    for (const { status, body } of responses)
      if (status !== 200) expect([status, body]).toMatchObject([409, { code: 'conflict' }])
    expect((await api('GET', `/agents/${id}/`)).body).toMatchObject(Object.assign({}, ...confirmed))
  })
})
