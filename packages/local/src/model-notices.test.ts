import { expect, test } from 'vitest'
import { modelRow, modelWarning, watchModel } from './model-notices.ts'

const answer = { model: 'llama', milliseconds: 1234, calledTool: true, problem: undefined }
const SERVER = 'http://127.0.0.1:11434/v1'

test('the banner names the model, its server and how it answered', () => {
  expect(modelRow(answer, SERVER)).toBe('llama at http://127.0.0.1:11434/v1 answers in 1.2 s')
  expect(modelRow({ ...answer, calledTool: false }, SERVER)).toMatch(/ s, but calls no tools$/)
  expect(modelRow({ ...answer, problem: 'the model is down: network' }, SERVER)).toMatch(/does not answer$/)
  expect(modelWarning(answer)).toBeUndefined()
  expect(modelWarning({ ...answer, calledTool: false })).toMatch(/Set MODEL_ID/)
})

test.each([
  ['the model is down: network', 'MODEL_BASE_URL: start the server'],
  ['the model refused the request: 401 invalid_api_key', 'MODEL_API_KEY'],
  ['the model refused the request: 403', 'MODEL_API_KEY'],
  ['the model refused the request: 404 model_not_found', 'MODEL_ID'],
  ['the model is down: status 429', 'raise the limit'],
  ['the model is down: status 503', 'read its log'],
  ['the model is down: timeout', 'too long'],
  ['the model is down: unreadable 200', 'no chat completion'],
  ['the model refused the request: 400 invalid_request_error', 'supports tools'],
])('%s: the warning says what to do', (problem, remedy) => {
  const warning = modelWarning({ ...answer, problem })
  expect(warning).toContain(`T${problem.slice(1)}. Agents do not reply.`)
  expect(warning).toContain(remedy)
  expect(warning).toContain('npm run ops -- model check')
})

const down = JSON.stringify({ event: 'model.down', reason: 'the model is down: network', tries: 1 })
const refused = JSON.stringify({
  event: 'turn.given_up',
  error: { name: 'ModelRefusedError', message: 'the model refused the request: 401' },
})
const denied = JSON.stringify({
  event: 'model.access_denied',
  error: { name: 'ModelDownError', message: 'the model is down: access' },
})
const stepped = JSON.stringify({ event: 'turn.stepped', model: 'llama' })

test('the first failure is said, not one for each turn, and so is the first answer after it', () => {
  const read = watchModel(false)
  const said = [stepped, down, down, refused, denied, stepped, stepped, refused].map(read)
  const [, first, , , , again, , second] = said
  expect(first).toContain('The model is down: network.')
  expect(again).toBe('The model answers again.')
  expect(second).toContain('MODEL_API_KEY')
  expect(said.filter((each) => each !== undefined)).toHaveLength(3)
})

test('a failure that the banner said is not repeated', () => {
  const read = watchModel(true)
  expect([down, refused].map(read)).toEqual([undefined, undefined])
  expect(read(stepped)).toBe('The model answers again.')
})

test.each([
  'no JSON "event":"model.down"',
  JSON.stringify({ event: 'turn.given_up', error: { name: 'TypeError' } }),
  JSON.stringify({ event: 'turn.silent', reason: 'the model is down' }),
])('%s is no failure of the model', (line) => {
  expect(watchModel(false)(line)).toBeUndefined()
})
