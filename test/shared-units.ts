import { globSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * Unit tests with a thread or process of their own, because they replace timers, globals, modules or clients, set the environment, or
 * start programs. `layers.test.ts` tells which belong here. The one of fauxqs examines it before the code of this repository changes it.
 */
const ALONE = [
  'packages/client/src/cli/agents/test/run-tests.test.ts',
  'packages/client/src/cli/run-cli.test.ts',
  'packages/client/src/package.test.ts',
  'packages/cloud/src/{cloud,package}.test.ts',
  'packages/cloud/src/cloudfront/{distribution,viewer-function}.test.ts',
  'packages/cloud/src/engines/{dynamodb-local,fauxqs-internals,fauxqs}.test.ts',
  'packages/cloud/src/event-sources/{checkpoints,shards,sqs-poller}.test.ts',
  'packages/cloud/src/faults/functions-under-fault.test.ts',
  'packages/cloud/src/lambda/{lambda-service,recursion,worker-pool}.test.ts',
  'packages/core/src/agents/documents/{documents,page-reader}.test.ts',
  'packages/core/src/agents/documents/search/embed-passages.test.ts',
  'packages/core/src/agents/guardrails/{bedrock-guardrail,guardrail}.test.ts',
  'packages/core/src/agents/models/{model-fetch,open-model,prices,read-picture,transcribe-on-aws}.test.ts',
  'packages/core/src/agents/websites/{read-page,request-reading}.test.ts',
  'packages/core/src/answering/memory/memory-store.test.ts',
  'packages/core/src/answering/sessions/describe-session.test.ts',
  'packages/core/src/answering/tools/{http-tool,mcp-tools,run-tool}.test.ts',
  'packages/core/src/answering/turns/{handle-turn,hear-voices,keep-typing,run-calls,show-files,turn-origin,turn-spans,wire-format}.test.ts',
  'packages/core/src/channel/billing/rate-card.test.ts',
  'packages/core/src/channel/provider/signup/{link-session-entity,link-sessions}.test.ts',
  'packages/core/src/conversations/held-turns/start-held.test.ts',
  'packages/core/src/conversations/{list-by-activity,wait-check}.test.ts',
  'packages/core/src/conversations/messages/odd-webhooks.test.ts',
  'packages/core/src/conversations/service-window/arm-number.test.ts',
  'packages/core/src/deliveries/attempt/{attempt-batch,attempt-delivery,log-attempt}.test.ts',
  'packages/core/src/deliveries/disabling/{auto-disable,search-cost}.test.ts',
  'packages/core/src/deliveries/{get-delivery,request-delivery}.test.ts',
  'packages/core/src/deliveries/replays/replays.test.ts',
  'packages/core/src/deliveries/webhooks/{event-bus,raise-shards,request-secrets,slow-endpoints}.test.ts',
  'packages/core/src/operations/{canary,table-health}.test.ts',
  'packages/core/src/operations/customers/{conversation-items,customer-deliveries,erase-customer}.test.ts',
  'packages/core/src/operations/dead-letters/dead-letter-queue.test.ts',
  'packages/core/src/operations/monitoring/alarms.test.ts',
  'packages/core/src/operations/reconcile/continue.test.ts',
  'packages/core/src/operations/secrets/re-encrypt.test.ts',
  'packages/core/src/people/authenticate.test.ts',
  'packages/core/src/people/notices/{mails,notices,waiting-mails}.test.ts',
  'packages/core/src/people/sessions/sign-out-after-change.test.ts',
  'packages/core/src/people/users/users.test.ts',
  'packages/core/src/platform/idempotency/idempotency.test.ts',
  'packages/core/src/platform/log/{log-levels,log}.test.ts',
  'packages/core/src/platform/objects/copy-to-storage.test.ts',
  'packages/core/src/platform/outbox/send-batch.test.ts',
  'packages/core/src/platform/queues/consume.test.ts',
  'packages/core/src/platform/quotas/limit-per-minute.test.ts',
  'packages/core/src/platform/secrets/secrets.test.ts',
  'packages/core/src/platform/settings.test.ts',
  'packages/core/src/platform/table/{batch-get,scan-table}.test.ts',
  'packages/dashboard/src/api/drafts.test.ts',
  'packages/dashboard/src/conversations/{notifications,use-waiting}.test.ts',
  'packages/dashboard/src/deliveries/snippets.test.ts',
  'packages/dashboard/src/ui/{lazy-part,printers}.test.ts',
  'packages/dashboard/src/webhooks/verify-code.test.ts',
  'packages/http/src/{agent-round-trip,audited,page,request-log,session-route}.test.ts',
  'packages/local/bootstrap.test.ts',
  'packages/local/src/container.test.ts',
  'packages/ops/src/commands/doctor/aws-checks.test.ts',
  'packages/ops/src/commands/doctor/before/checks.test.ts',
  'packages/ops/src/commands/doctor/checks/services.test.ts',
  'packages/ops/src/commands/doctor/live/checks.test.ts',
  'packages/ops/src/commands/trace.test.ts',
  'packages/ops/src/{printers,read-options,target}.test.ts',
  'packages/pages/src/guides/verify-deliveries.test.ts',
  'packages/site/src/site.test.ts',
]

const unitsOf = (packages: string) =>
  globSync(`packages/{${packages}}/**/*.test.ts`, { cwd: root, exclude: [...ALONE, '**/node_modules'] })

/** The unit tests that share threads, because starting one for each file takes longer than its tests. */
export const unitsInSharedThreads = unitsOf('client,contract,core,dashboard,http,pages,simulators')

/** The unit tests that share processes, because what they test may start programs and threads. */
export const unitsInSharedProcesses = unitsOf('cloud,local,ops,site')
