import { expect, test } from 'vitest'
import { askForNumberTools, handoffTools } from './conversation-tools.ts'
import { toolCall } from './testing/call.ts'

const NAMES: Readonly<Record<string, string>> = { a1: 'Returns desk', a2: 'Rückgabe', a3: 'Returns desk', a4: '返品' }
const handoff = (childAgentId: string, active = true) => ({
  id: `h ${childAgentId}`,
  childAgentId,
  description: 'They want to return something.',
  active,
})
const toolsOf = (...settings: ReturnType<typeof handoff>[]) => handoffTools(settings, async (id) => NAMES[id])

test('creates a tool for each active handoff to an existing agent, named after the agent', async () => {
  const tools = await toolsOf(
    handoff('a1'),
    handoff('a2'),
    handoff('a3', false),
    handoff('gone'),
    handoff('a3'),
    handoff('a4'),
  )
  expect(tools.map(({ name }) => name)).toEqual([
    'hand_off_to_Returns_desk',
    'hand_off_to_Ruckgabe',
    'hand_off_to_Returns_desk_2',
    'hand_off_to',
  ])
  expect(tools[0]).toMatchObject({
    description: expect.stringMatching(/“Returns desk”.*They want to return something\.$/),
    parameters: { properties: {}, additionalProperties: false },
    changesOutside: false,
    creditCost: 0,
  })
})

test('returns the agent that answers from now on', async () => {
  const [tool] = await toolsOf(handoff('a1'))
  expect(await tool?.run({}, toolCall())).toEqual({ text: '“Returns desk” answers from now on.', handoffTo: 'a1' })
})

test('asks for a number only if the customer hides it, on a channel that can ask', async () => {
  expect(askForNumberTools('447700900200', true)).toEqual([])
  expect(askForNumberTools(undefined, false)).toEqual([])
  const [tool] = askForNumberTools(undefined, true)
  expect(tool?.name).toBe('ask_for_number')
  expect(await tool?.run({}, toolCall())).toMatchObject({ asksForNumber: true })
})
