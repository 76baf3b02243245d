import { beforeAll, expect, test } from 'vitest'
import { type Bundle, bundleFunctions } from './bundle.ts'

const KILOBYTE = 1024
/** Kilobytes of `index.mjs`, all of which V8 reads at each cold start. */
const LARGEST = 530
const LARGEST_OF: Readonly<Record<string, number>> = {
  relay: 200,
  answer: 690,
  'dashboard-members-remove': 580,
  'api-agents-set-picture': 555,
  'api-agents-upload-document': 550,
}

/** Third-party packages that any function may hold: the table's client and ElectroDB, schemas, ids, and what routes are wrapped in. */
const ANYWHERE = [
  '@aws-sdk/client-dynamodb',
  '@aws-sdk/core',
  '@aws-sdk/credential-provider-env',
  '@aws-sdk/dynamodb-codec',
  '@aws-sdk/endpoint-cache',
  '@aws-sdk/lib-dynamodb',
  '@aws-sdk/middleware-endpoint-discovery',
  '@aws-sdk/util-dynamodb',
  '@aws/lambda-invoke-store',
  '@middy/core',
  '@middy/http-header-normalizer',
  '@middy/http-json-body-parser',
  '@middy/util',
  '@smithy/core',
  '@smithy/node-http-handler',
  '@smithy/signature-v4',
  '@smithy/types',
  'electrodb',
  'mnemonist',
  'obliterator',
  'uuid',
  'valibot',
]

const SENDS_OR_OPERATES_QUEUES = /^(answer|deliver|extract|relay|dashboard-operations-.*)$/
const MANAGES_API_KEYS = /^dashboard-(api-keys-(create|revoke)|members-remove)$/
const READS_METRICS = /^dashboard-operations-(alarms|queues)$/
/** The others, and which functions may hold them. */
const ONLY_IN: Readonly<Record<string, RegExp>> = {
  '@aws-sdk/client-kms': new RegExp(
    `^(${[
      'answer|deliver|ingress',
      'api-agents-(?!delete).*|api-conversations-(create|list-messages|send-message)',
      'api-link-confirm|api-mcp-connectors-(?!delete).*|api-media-get|api-msg-accounts-(add-number|proxy-.*)',
      'api-msg-link-sessions-.*|api-msg-templates-(un)?publish.*|api-triggers-fire',
      'dashboard-agents-.*|dashboard-webhook-deliveries-get|dashboard-webhooks-(create|reveal-secret|rotate-secret)',
    ].join('|')})$`,
  ),
  '@aws-sdk/client-sqs': SENDS_OR_OPERATES_QUEUES,
  '@aws-sdk/middleware-sdk-sqs': SENDS_OR_OPERATES_QUEUES,
  '@aws-sdk/client-scheduler': /^window$/,
  '@aws-sdk/client-cognito-identity-provider': /^dashboard-(members|session)-/,
  '@aws-sdk/client-api-gateway': MANAGES_API_KEYS,
  '@aws-sdk/middleware-sdk-api-gateway': MANAGES_API_KEYS,
  '@aws-sdk/client-cloudwatch': READS_METRICS,
  '@smithy/middleware-compression': READS_METRICS,
  '@fastify/busboy': /^api-agents-(set-picture|upload-document)$/,
  '@valibot/to-json-schema': /^api-openapi-/,
  '@cfworker/json-schema': /^answer$/,
  minisearch: /^answer$/,
  pend: /^extract$/,
  yauzl: /^extract$/,
}

/** What is loaded on first use, in a file of its own, and by which functions. */
const ON_FIRST_USE: Readonly<Record<string, RegExp>> = {
  ai: /^answer$/,
  'ai-sdk-amazon-bedrock': /^answer$/,
  'ai-sdk-openai-compatible': /^answer$/,
  mcp: /^answer$/,
  'html-to-text': /^(answer|extract)$/,
  mammoth: /^extract$/,
  unpdf: /^extract$/,
  s3: /^(answer|extract|ingress|api-agents-.*|api-media-get|api-msg-accounts-proxy-.*)$/,
}

let bundles: readonly Bundle[] = []
beforeAll(async () => {
  bundles = await bundleFunctions()
})

test('no function grows beyond its limit', () => {
  const large = bundles
    .filter(({ name, bytes }) => bytes > (LARGEST_OF[name] ?? LARGEST) * KILOBYTE)
    .map(({ name, bytes }) => `${name}: ${Math.ceil(bytes / KILOBYTE)} KB`)
  expect(large, 'Load what is seldom needed with import(), or raise the limit if every cold start needs it.').toEqual(
    [],
  )
})

test('a library is in the functions that need it at their start, and in no other', () => {
  const uninvited = bundles.flatMap(({ name, packages }) =>
    packages.filter((held) => !ANYWHERE.includes(held) && !ONLY_IN[held]?.test(name)).map((held) => `${name}: ${held}`),
  )
  expect(uninvited, 'Import it from fewer files or with import(), or add the function to the table above.').toEqual([])
})

test('what is loaded on first use is beside the functions that may need it, and in no other', () => {
  const uninvited = bundles.flatMap(({ name, onFirstUse }) =>
    onFirstUse.filter((file) => !ON_FIRST_USE[file]?.test(name)).map((file) => `${name}: ${file}.mjs`),
  )
  expect(uninvited, 'If the function may need the file, add it to the table above.').toEqual([])
})

test('the tables name nothing that is gone', () => {
  const held = new Set(bundles.flatMap(({ packages, onFirstUse }) => [...packages, ...onFirstUse]))
  const named = [...ANYWHERE, ...Object.keys(ONLY_IN), ...Object.keys(ON_FIRST_USE)]
  expect(named.filter((name) => !held.has(name))).toEqual([])
  const names = new Set(bundles.map(({ name }) => name))
  expect(Object.keys(LARGEST_OF).filter((name) => !names.has(name))).toEqual([])
})
