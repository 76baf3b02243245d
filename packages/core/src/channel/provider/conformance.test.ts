import { RULES } from '@replywright/simulators/provider/conformance/conformance.ts'
import { expect, test } from 'vitest'
import { isTransient, readErrorObject } from './provider-error.ts'

test.each(RULES)('the provider refuses with $code unless $rule: $service.code', ({ code, service }) => {
  const error = readErrorObject({ code, message: 'x' })
  expect(error).toMatchObject({ code: service.code, providerCode: code })
  expect(error && isTransient(error)).toBe(service.retries ?? false)
})
