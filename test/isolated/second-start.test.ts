// @module-tag full
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteWebhook, disableWebhook, rotateSecret } from '@replywright/core/deliveries/webhooks/webhooks.ts'
import { derivedId } from '@replywright/core/platform/clock.ts'
import { expect, test } from 'vitest'
import { triggerInput } from '../agents/agent-fixtures.ts'
import { actAsAdministrator } from '../support/administrator.ts'
import { callers, startTestService } from '../support/service.ts'

const ORGANIZATION = derivedId('demo organization', 'Demo')

test('a second start keeps what users changed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'replywright-starts-'))
  try {
    const first = await startTestService({ DATA_DIR: dataDir })
    const [changed = '', deleted = ''] = first.ready.webhooks.map(({ id }) => id)
    const agentPath = `/agents/${first.ready.agent.id}/`
    const change = { name: 'Renamed', outboundTriggers: [triggerInput] }
    expect(await callers(() => first).api('PATCH', agentPath, change)).toMatchObject({ status: 200 })
    actAsAdministrator(first)
    const secret = await rotateSecret(ORGANIZATION, changed, Date.now())
    await disableWebhook(ORGANIZATION, changed, Date.now())
    await deleteWebhook(ORGANIZATION, deleted, Date.now())
    await first.stop()

    await using second = await startTestService({ DATA_DIR: dataDir })
    const { api } = callers(() => second)
    expect(second.ready.webhooks).toMatchObject([{ id: changed, secret }, { id: deleted }])
    expect(await api('GET', `/webhooks/${changed}/`)).toMatchObject({ status: 200, body: { enabled: false } })
    expect(await api('GET', `/webhooks/${deleted}/`)).toMatchObject({ status: 404 })
    const kept = { name: 'Renamed', outboundTriggers: [triggerInput] }
    expect(await api('GET', agentPath)).toMatchObject({ status: 200, body: kept })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
