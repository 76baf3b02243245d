import { expect, test } from 'vitest'
import { runTool } from '../tools/run-tool.ts'
import { toolCall } from '../tools/testing/call.ts'
import { LARGEST_VALUE_BYTES, memoryTools } from './memory-tool.ts'

const key = (name: string, type: string) => ({
  id: `id of ${name}`,
  key: name,
  type,
  initialValue: '',
  whenToUpdate: `When they say their ${name}.`,
})
const KEYS = [
  key('name', 'string'),
  key('frameSize', 'number'),
  key('newsletter', 'boolean'),
  key('address', 'json'),
  key('Größe in cm', 'measure'),
  key('grosse in cm', 'string'),
  key('Größe (in) cm', 'string'),
]

async function update(sent: unknown, keys = KEYS) {
  const stored: Record<string, string> = {}
  const [tool] = memoryTools(keys, async (values) => void Object.assign(stored, Object.fromEntries(values)))
  if (!tool) throw new Error('no tool was created')
  const { ran, result } = await runTool(tool, sent, toolCall())
  return { ran, text: result.text, stored, tool }
}

test('each key is an argument with its type and when to update it', async () => {
  const { tool } = await update({})
  expect(tool).toMatchObject({ name: 'update_memory', changesOutside: false, creditCost: 0 })
  expect(tool.parameters.properties).toEqual({
    name: { type: 'string', description: 'name. When to update: When they say their name.' },
    frameSize: { type: 'number', description: expect.stringContaining('their frameSize') },
    newsletter: { type: 'boolean', description: expect.any(String) },
    address: { description: expect.any(String) },
    Gro_e_in_cm: { type: 'string', description: expect.stringMatching(/^Größe in cm\./) },
    grosse_in_cm: { type: 'string', description: expect.any(String) },
    Gro_e_in_cm_2: { type: 'string', description: expect.stringMatching(/^Größe \(in\) cm\./) },
  })
})

test('stores values as JSON by the ids of their keys', async () => {
  const sent = { name: 'Ada', frameSize: 56, newsletter: false, address: { city: ['Ulm'] }, Gro_e_in_cm: '1,70' }
  expect(await update(sent)).toMatchObject({
    ran: true,
    text: expect.stringContaining('Remembered: name, frameSize, newsletter, address, Größe in cm.'),
    stored: {
      'id of name': '"Ada"',
      'id of frameSize': '56',
      'id of newsletter': 'false',
      'id of address': '{"city":["Ulm"]}',
      'id of Größe in cm': '"1,70"',
    },
  })
})

test.each([
  ['nothing', {}],
  ['an invalid number', { frameSize: 'large' }],
  ['an invalid boolean', { newsletter: 'maybe' }],
  ['an invalid text', { name: { first: 'Ada' } }],
  ['an unknown key', { colour: 'red' }],
])('does not store %s', async (_, sent) => {
  expect(await update(sent)).toMatchObject({ ran: false, stored: {} })
})

test('rejects the whole call if one value exceeds 4 KB', async () => {
  const long = 'ä'.repeat(LARGEST_VALUE_BYTES / 2)
  const refused = await update({ name: long, frameSize: 56 })
  expect(refused).toMatchObject({ stored: {}, text: expect.stringContaining('name must be at most 4 KB') })
  expect((await update({ name: long.slice(1) })).stored).toEqual({ 'id of name': JSON.stringify(long.slice(1)) })
})

test('creates no tool without memory keys', () => {
  expect(memoryTools([], async () => {})).toEqual([])
})
