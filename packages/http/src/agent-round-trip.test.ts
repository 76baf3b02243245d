import { type AgentChange, AgentInput, createAgent, replaceAgent } from '@replywright/contract/agents.ts'
import { uploadDocument } from '@replywright/contract/agents-files.ts'
import { parseExactJson, stringifyExactJson } from '@replywright/contract/exact-json.ts'
import { type AgentSettings, EMPTY_SETTINGS, storedSettings } from '@replywright/core/agents/agent-settings.ts'
import { mergeSettings } from '@replywright/core/agents/merge-settings.ts'
import { viewInContext } from '@replywright/core/agents/view-agents.ts'
import { fresh } from '@replywright/core/agents/write-agent.ts'
import { check } from '@replywright/core/platform/check.ts'
import { newId } from '@replywright/core/platform/clock.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'

const id = newId()
const organizationId = 'O'

beforeAll(() => {
  // URLs of files are signed without a request.
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
    BUCKET_NAME: 'files',
    PUBLIC_BASE_URL: 'https://x',
  })
})

const text = fc.string({ unit: 'binary' })
const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 255 })
const json = fc.oneof(fc.jsonValue(), fc.bigInt(), fc.dictionary(text, fc.bigInt()))
const flag = fc.boolean()
const credits = fc.maxSafeInteger()
const uuid = fc.uuid().map((one) => one.toUpperCase())
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 5 })
const some = (item: Record<string, fc.Arbitrary<unknown>>) => orNull(fc.array(fc.record(item), { maxLength: 3 }))

/** Values of all fields that are texts or flags. */
const plainFields: Record<string, fc.Arbitrary<unknown>> = {}
for (const [field, schema] of Object.entries(AgentInput.entries)) {
  const type = typeWithin(schema)
  if (type === 'string') plainFields[field] = orNull(text)
  if (type === 'boolean') plainFields[field] = orNull(flag)
}

/** Any agent, as a client may send it. */
const AnyAgent = fc.record(
  {
    ...plainFields,
    name,
    icebreakers: json,
    tools: some({ name, description: text, apiSchema: json, active: orNull(flag), creditCost: credits }),
    memoryKeys: some({ key: name, type: name, initialValue: text, whenToUpdate: text }),
    wakeUpConfigs: some({ description: text, enabled: orNull(flag), forceMessage: flag }),
    outboundTriggers: some({
      secret: orNull(fc.string({ minLength: 16, maxLength: 255 })),
      enabled: orNull(flag),
      templateId: uuid,
      templateName: text,
    }),
    websiteTools: some({ url: fc.webUrl().filter((url) => url.length <= 200), prompt: text, active: orNull(flag) }),
    imageGenerateTools: some({ name: orNull(name), prompt: text, active: orNull(flag), creditCost: credits }),
    handoffTools: some({ childAgentId: uuid, description: text, active: orNull(flag) }),
    mcpConfigs: some({ connectorId: uuid, toolWhitelist: json }),
  },
  { requiredKeys: ['name'] },
)

test('covers the fields that are texts or flags', () => {
  expect(Object.keys(plainFields)).toEqual(expect.arrayContaining(['systemPrompt', 'llmModel', 'askForHuman']))
})

test('what GET returns, PUT accepts and stores unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(AnyAgent, fc.array(name, { maxLength: 3 }), async (agent, files) => {
      const created = mergeSettings(EMPTY_SETTINGS, sent(createAgent, agent), id, fresh)
      const documents = files.map((fileName) => ({ id: newId(), name: nameOf(fileName) }))
      const stored = storedSettings.parse(stringifyExactJson({ ...created, documents }), undefined)
      const view = await viewOf(stored)
      const kept = mergeSettings(stored, sent(replaceAgent, view), id, fresh)
      expect(stringifyExactJson(kept)).toBe(stringifyExactJson(stored))
    }),
    { numRuns: 50 },
  )
})

test('fields of a later release are not shown, and PUT preserves them', async () => {
  const tool = { id: newId(), url: 'https://shop.example', prompt: '', active: true }
  const later = { websiteTools: [{ ...tool, depth: 2 }], voice: 'calm' }
  const stored = storedSettings.parse(JSON.stringify(later), undefined)
  const view = await viewOf(stored)
  expect(view.websiteTools).toEqual([{ ...tool, daily: false, pages: [], cite: false }])
  expect(view).not.toHaveProperty('voice')
  expect(mergeSettings(stored, sent(replaceAgent, { ...view, name: 'Ada' }), id, fresh)).toMatchObject(later)
})

test.each(['', 'x'.repeat(304)])('the name %j of an uploaded file is refused without another name', (fileName) => {
  const file = new File(['x'], fileName)
  expect(() => check(uploadDocument.body, { file })).toThrow(
    'name: is required, because the name of the file does not have 1 to 255 characters',
  )
  expect(check(uploadDocument.body, { file, name: 'terms.txt' })).toEqual({ file, name: 'terms.txt' })
})

/** Returns the type of a schema that may be optional and nullable. */
function typeWithin(schema: object): unknown {
  if ('wrapped' in schema && typeof schema.wrapped === 'object' && schema.wrapped) return typeWithin(schema.wrapped)
  return 'type' in schema ? schema.type : undefined
}

/** Returns a body after it was sent as JSON and checked. */
function sent({ body }: Pick<typeof createAgent | typeof replaceAgent, 'body'>, value: object): AgentChange {
  return check(body, parseExactJson(stringifyExactJson(value)))
}

function nameOf(fileName: string): string {
  const form = check(uploadDocument.body, { file: new File(['x'], fileName) })
  return 'file' in form ? (form.name ?? form.file.name) : form.name
}

async function viewOf(settings: AgentSettings) {
  return await viewInContext(
    { organizationId, userId: 'U', role: 'admin', permission: 'full', groups: [] },
    {
      head: { organizationId, id, name: settings.name, version: 1, size: 0, createdAt: 0 },
      version: 1,
      settings,
      sealed: [],
      edit: { changedAt: 0 },
    },
    { organization: null, numbers: [], waIds: new Map(), names: new Map(), documents: new Map(), websites: new Map() },
  )
}
