import { expect, test } from 'vitest'
import { ORDER_TOOL } from './agents-sub-resources.ts'
import { toolProblem } from './tool-problem.ts'

const url = 'https://api.example.com'
const order = { input: { type: 'description', description: 'The order number.' } }
const LEFT_OUT = 'The agent does not have this tool: '

test.each([
  ORDER_TOOL,
  { url },
  { url, method: 'post', request_body: [order], query_params: null },
  { url, method: 'POST', request_body: { type: 'array', items: order } },
  { url, method: 'POST', request_body: { properties: { order }, required: [] } },
])('%j has no problem', (apiSchema) => {
  expect(toolProblem(apiSchema)).toBeUndefined()
})

test.each([
  [null, 'apiSchema must be an object with the url of the request'],
  [url, 'apiSchema must be an object'],
  [{}, 'apiSchema.url must begin with https://'],
  [{ url: 7 }, 'apiSchema.url must begin'],
  [{ url: 'ftp://example.com' }, 'apiSchema.url must begin'],
  [{ url: 'https://{host}/a', path_params: { host: order } }, 'a host without braces'],
  [{ url: 'https://e.example{p}', path_params: { p: order } }, 'a host without braces'],
  [{ url, method: 'BREW' }, 'apiSchema.method must be one of GET, HEAD, POST, PUT, PATCH, DELETE'],
  [
    { url: `${url}/{order}`, path_params: { ordr: order } },
    'the url contains {order}, but apiSchema.path_params has no order',
  ],
  [{ type: 'function', function: { name: 'order' } }, 'apiSchema is a function of a model. Describe an HTTP request'],
])('the agent does not have the tool %j: %s', (apiSchema, reason) => {
  expect(toolProblem(apiSchema)).toContain(LEFT_OUT)
  expect(toolProblem(apiSchema)).toContain(reason)
})

test.each([
  [{ headers: { authorization: 's3cret' } }, 'Without effect: headers (use request_headers).'],
  [
    { request_headers: { authorization: 's3cret' } },
    'Without effect: request_headers.authorization (needs "input" with the type "description" or "value").',
  ],
  [{ query_params: ['s3cret'], note: 1 }, 'Without effect: note; query_params (must be an object of parameters).'],
])('the tool has fields without effect: %j', (fields, problem) => {
  expect(toolProblem({ url, ...fields })).toBe(problem)
})
