import { expect, test } from 'vitest'
import { bedrockProblem } from './bedrock-problem.ts'
import { explainFailure } from './check-model.ts'
import { ModelDownError, ModelRefusedError } from './model-errors.ts'

test('explains denied access and what to do', () => {
  const problem = bedrockProblem(403, 'MPAgreementBeingCreated', '')
  expect(explainFailure(new ModelDownError('access', 403, problem), 'bedrock')).toEqual({
    reason: 'access is refused (403, subscription)',
    remedy: expect.stringContaining('aws-marketplace:Subscribe'),
  })
})

test.each([
  [new ModelDownError('status', 429), 'bedrock', 'Service Quotas'],
  [new ModelDownError('network'), 'bedrock', 'AWS_REGION'],
  [new ModelDownError('status', 501), 'bedrock', 'is on AWS only'],
  [new ModelDownError('timeout'), 'server', 'Check its server and the network'],
  [new ModelDownError('status', 503), 'server', 'Check its server'],
  [new ModelRefusedError(401, 'invalid_api_key'), 'server', 'rejects the key'],
  [new ModelRefusedError(404, 'model_not_found'), 'server', 'the name of the model'],
  [new ModelRefusedError(400, 'ValidationException'), 'bedrock', 'the id of the model'],
] as const)('explains %s of %s', (error, kind, remedy) => {
  expect(explainFailure(error, kind)).toEqual({ reason: error.message, remedy: expect.stringContaining(remedy) })
})
