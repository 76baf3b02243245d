import { beforeAll, expect, test } from 'vitest'
import { type Bundle, bundleFunctions } from './bundle.ts'

const KILOBYTE = 1024
/** Kilobytes of `index.mjs`. V8 reads the whole file at each cold start. */
const LARGEST = 545
const LARGEST_OF: Readonly<Record<string, number>> = {
  'api-customers-erase': 593,
  'api-customers-export': 566,
  // These change who a customer is: names, conversations, what undoes a merge by hand.
  'api-customers-merge': 598,
  'api-customers-undo-merge': 603,
  window: 574,
  'dashboard-conversations-thread': 563,
  'api-agents-publish-draft': 560,
  relay: 200,
  // A refusal of the provider can show a problem of the number, which is stored with its events. This is so for all that send.
  // Each turn builds the history with the tool calls of earlier ones.
  answer: 959,
  ingress: 663,
  extract: 727,
  // The turns of agents, without what sends replies, and the exams with their events and mails.
  prove: 927,
  'dashboard-members-remove': 580,
  'dashboard-organization-leave': 580,
  'dashboard-overview-get': 550,
  'dashboard-operations-reconcile': 566,
  'dashboard-operations-check': 615,
  'dashboard-agents-test-tool': 601,
  'dashboard-conversations-mark': 567,
  'dashboard-conversations-resend': 684,
  'dashboard-conversations-send-upload': 687,
  'api-conversations-create': 714,
  // These call the provider.
  'api-conversations-control': 637,
  'api-conversations-handback': 638,
  'api-conversations-takeover': 638,
  'api-conversations-send-message': 675,
  'api-mcp-call': 1105,
  'api-triggers-fire': 702,
  'api-trials-create': 656,
  'api-trials-delete': 674,
  'api-trials-get': 572,
  'api-agents-create': 555,
  'api-agents-replace': 561,
  'api-agents-update': 561,
  'api-agents-set-picture': 584,
  'dashboard-template-samples-upload': 550,
  'api-customers-update': 602,
  'api-webhooks-update': 552,
  'dashboard-webhooks-create': 553,
  'api-conversations-list': 549,
  'api-agents-upload-document': 575,
  'api-media-get': 548,
  'api-agents-get': 545,
  'api-agents-list': 547,
  'api-agents-share': 550,
  'api-agents-restore-version': 548,
}

/** Third-party packages that any function may contain: DynamoDB client, ElectroDB, schemas, ids, middleware of routes. */
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

const SENDS_OR_OPERATES_QUEUES = /^(answer|deliver|extract|prove|relay|dashboard-operations-.*)$/
const MANAGES_API_KEYS = /^dashboard-(api-keys-(create|revoke)|members-(change-role|remove)|organization-leave)$/
const READS_METRICS = /^dashboard-operations-(alarms|check|queue-history|queues)$/
/** Other packages, and the functions that may contain them. */
const ONLY_IN: Readonly<Record<string, RegExp>> = {
  '@aws-sdk/client-kms': new RegExp(
    `^(${[
      'answer|canary|deliver|extract|ingress|prove|window',
      'api-agents-(?!delete).*|api-conversations-(control|create|handback|list-messages|send-message|takeover)|api-customers-.*',
      'api-webhook-deliveries-(get|list)|api-webhooks-update|api-link-confirm|api-mcp-connectors-(?!delete).*|api-media-get|api-msg-accounts-(add-number|proxy-.*)',
      'api-trials-.*|api-msg-link-sessions-.*|api-msg-templates-(un)?publish.*|api-triggers-fire',
      'dashboard-conversations-(mark|resend|send-upload|thread)|dashboard-template-samples-upload',
      'dashboard-link-sessions-list|dashboard-mcp-connectors-(approve-tools|test)',
      'dashboard-agents-.*|dashboard-operations-check|dashboard-webhook-deliveries-get|dashboard-webhooks-(create|update|reveal-secret|rotate-secret)',
    ].join('|')})$`,
  ),
  '@aws-sdk/client-sqs': SENDS_OR_OPERATES_QUEUES,
  '@aws-sdk/middleware-sdk-sqs': SENDS_OR_OPERATES_QUEUES,
  '@aws-sdk/client-scheduler': /^window$/,
  '@aws-sdk/client-cognito-identity-provider': /^dashboard-((members|session)-|profile-sign-out-everywhere)/,
  '@aws-sdk/client-api-gateway': MANAGES_API_KEYS,
  '@aws-sdk/middleware-sdk-api-gateway': MANAGES_API_KEYS,
  '@aws-sdk/client-cloudwatch': READS_METRICS,
  '@smithy/middleware-compression': READS_METRICS,
  '@fastify/busboy': /^(api-agents-(set-picture|upload-document)|dashboard-template-samples-upload)$/,
  '@modelcontextprotocol/core': /^api-mcp-call$/,
  '@modelcontextprotocol/server': /^api-mcp-call$/,
  '@valibot/to-json-schema': /^api-(mcp|openapi)-/,
  '@cfworker/json-schema': /^(answer|prove|dashboard-agents-test-tool)$/,
  pend: /^extract$/,
  yauzl: /^extract$/,
  zod: /^api-mcp-call$/,
}

/** Files that are loaded on first use, and the functions that may load them. */
const ON_FIRST_USE: Readonly<Record<string, RegExp>> = {
  ai: /^(answer|extract|prove)$/,
  'ai-sdk-amazon-bedrock': /^(answer|extract|prove)$/,
  'ai-sdk-openai-compatible': /^(answer|extract|prove)$/,
  mcp: /^(answer|prove|dashboard-mcp-connectors-(approve-tools|test))$/,
  htmlparser2: /^(answer|extract|prove|dashboard-agents-test-tool)$/,
  jschardet: /^(answer|extract|prove|dashboard-agents-test-tool)$/,
  languages: /^(answer|extract|prove)$/,
  'fast-png': /^extract$/,
  mammoth: /^extract$/,
  marked: /^extract$/,
  numfmt: /^extract$/,
  'render-markdown': /^(answer|prove)$/,
  'post-otlp': /^(answer|deliver)$/,
  papaparse: /^extract$/,
  'postal-mime': /^extract$/,
  'pdf-data-static': /^extract$/,
  unpdf: /^extract$/,
  'aws-sdk-client-eventbridge': /^deliver$/,
  'aws-sdk-client-bedrock-runtime': /^(answer|prove)$/,
  'aws-sdk-client-transcribe-streaming': /^(answer|prove)$/,
  'aws-sdk-client-sesv2':
    /^(answer|deliver|ingress|prove|window|api-agents-share|api-triggers-fire|api-webhooks-enable|dashboard-members-invite(-again)?|dashboard-session-mfa-recover)$/,
  s3: /^(answer|extract|ingress|prove|api-agents-.*|api-media-get|api-msg-accounts-proxy-.*|api-trials-(create|delete)|dashboard-agents-get-text|dashboard-conversations-(create-upload|resend|send-upload)|api-customers-(erase|export))$/,
}

let bundles: readonly Bundle[] = []
beforeAll(async () => {
  bundles = await bundleFunctions()
})

test('functions stay below their size limit', () => {
  const large = bundles
    .filter(({ name, bytes }) => bytes > (LARGEST_OF[name] ?? LARGEST) * KILOBYTE)
    .map(({ name, bytes }) => `${name}: ${Math.ceil(bytes / KILOBYTE)} KB`)
  expect(
    large,
    'Load rarely used code with import(). Raise the limit only if every cold start needs the code.',
  ).toEqual([])
})

test('functions contain only the libraries that they need at their start', () => {
  const unexpected = bundles.flatMap(({ name, packages }) =>
    packages.filter((held) => !ANYWHERE.includes(held) && !ONLY_IN[held]?.test(name)).map((held) => `${name}: ${held}`),
  )
  expect(
    unexpected,
    'Import the library from fewer files or with import(), or add the function to the table above.',
  ).toEqual([])
})

test('functions contain only the files that they may load on first use', () => {
  const unexpected = bundles.flatMap(({ name, onFirstUse }) =>
    onFirstUse.filter((file) => !ON_FIRST_USE[file]?.test(name)).map((file) => `${name}: ${file}.mjs`),
  )
  expect(unexpected, 'If the function may need the file, add it to the table above.').toEqual([])
})

test('the tables contain only packages, files and functions that exist', () => {
  const held = new Set(bundles.flatMap(({ packages, onFirstUse }) => [...packages, ...onFirstUse]))
  const named = [...ANYWHERE, ...Object.keys(ONLY_IN), ...Object.keys(ON_FIRST_USE)]
  expect(named.filter((name) => !held.has(name))).toEqual([])
  const names = new Set(bundles.map(({ name }) => name))
  expect(Object.keys(LARGEST_OF).filter((name) => !names.has(name))).toEqual([])
})
