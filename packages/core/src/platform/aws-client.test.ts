import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every AWS client of a function has a time limit for each request', () => {
  const clients = globSync(['packages/core/src/**/*.ts', 'functions/**/*.ts'], { exclude: ['**/*.test.ts'] }).flatMap(
    (file) =>
      [...readFileSync(file, 'utf8').matchAll(/new (?:\w+Client|SESv2)\(([^)]*)\)/g)]
        .filter(([made]) => /^new (?:DynamoDB|SQS|S3|KMS|SES|Scheduler|CloudWatch|Cognito|APIGateway)/.test(made))
        .map(([, options = '']) => ({ file, options })),
  )
  expect(clients.length).toBeGreaterThan(10)
  for (const { file, options } of clients) expect([file, options]).toEqual([file, expect.stringMatching(LIMITED)])
})

const LIMITED = /AWS_CLIENT|requestTimeout: [\d_]+, throwOnRequestTimeout: true/
