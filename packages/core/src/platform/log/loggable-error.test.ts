import { describe, expect, test } from 'vitest'
import { ProviderRefusal } from '../../channel/port.ts'
import { InternalError, ServiceError } from '../errors.ts'
import { loggableError } from './loggable-error.ts'

const SECRET = 'whsec_c2VjcmV0'
const PHONE = '447700900123'
const foreign = (message: string, more: object = {}) => Object.assign(new Error(message), more)

function parsingError(): unknown {
  try {
    return JSON.parse(`{"token": ${SECRET}}`)
  } catch (error) {
    return error
  }
}

describe('an error line', () => {
  test.each([
    ['a message', foreign(`Invalid header value "Bearer ${SECRET}" for +${PHONE}`)],
    ['a message of several lines', foreign(`bad request\n${SECRET}\n    at ${SECRET} (/var/${PHONE}.js:1:1)`)],
    ['a name', foreign('x', { name: `Error of ${PHONE} ${SECRET}` })],
    ['a code', foreign('x', { code: `${SECRET} ${PHONE}` })],
    ['a code that is a number', foreign('x', { code: PHONE })],
    ['other fields', foreign('x', { request: SECRET, $metadata: { requestId: `${SECRET} ${PHONE}` } })],
    ['a cause', new Error('x', { cause: foreign(`${SECRET} ${PHONE}`) })],
    ['an aggregate', new AggregateError([foreign(SECRET)], PHONE)],
    ['a parser', parsingError()],
    ['an answer of the provider', new ProviderRefusal('upstream_error', `${SECRET}: ${PHONE} is not allowed`)],
    ['a thrown text', `${SECRET} ${PHONE}`],
    ['a thrown object', { message: SECRET, phone: PHONE }],
  ])('has nothing of %s that a library or a service wrote', (_, thrown) => {
    const line = JSON.stringify(loggableError(thrown))
    expect(line).not.toContain(SECRET)
    expect(line).not.toContain(PHONE)
  })

  test('has what finds the problem: name, code, status, request id and frames', () => {
    const error = foreign('User: arn:aws:sts::1:x is not authorized to perform: dynamodb:PutItem on y', {
      name: 'AccessDeniedException',
      code: 'ECONNRESET',
      $metadata: { httpStatusCode: 400, requestId: 'R4-x' },
    })
    error.stack = `AccessDeniedException: ${error.message}\n    at async send (file:///var/task/index.mjs:1:2345)\n    at /var/task/a.mjs:1:2`
    const { stack, ...rest } = loggableError(error)
    expect(rest).toEqual({
      name: 'AccessDeniedException',
      code: 'ECONNRESET',
      status: 400,
      awsRequestId: 'R4-x',
      message: 'is not authorized to perform: dynamodb:PutItem',
    })
    expect(stack).toBe('    at async send (file:///var/task/index.mjs:1:2345)\n    at /var/task/a.mjs:1:2')
  })

  test('has our own messages, without phone numbers', () => {
    expect(loggableError(new InternalError(`item ${PHONE} of 0c9d1f6e-12345678 is missing`))).toMatchObject({
      name: 'InternalError',
      message: 'item … of 0c9d1f6e-12345678 is missing',
    })
    const cause = new ServiceError('conflict', 'Try again.')
    expect(loggableError(new InternalError('no', { cause }))).toMatchObject({
      message: 'no',
      cause: { name: 'ServiceError', code: 'conflict', message: 'Try again.' },
    })
  })

  test('follows at most three causes', () => {
    const cyclic: Error & { cause?: unknown } = new Error('x')
    cyclic.cause = cyclic
    expect(JSON.stringify(loggableError(cyclic)).match(/"name"/g)).toHaveLength(4)
  })

  test.each([
    ["Cannot read properties of undefined (reading 'id')", "Cannot read properties of undefined (reading 'id')"],
    [`Cannot read properties of undefined (reading '${PHONE}')`, undefined],
  ])('of the engine has the message %s only with the name of a property', (text, message) => {
    expect(loggableError(new TypeError(text)).message).toBe(message)
  })
})
