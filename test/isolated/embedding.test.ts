// @module-tag full
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workQueueUrls } from '@replywright/contract/queues.ts'
import { AgentCountEntity } from '@replywright/core/agents/agent-entity.ts'
import { DocumentEntity, listDocumentItems } from '@replywright/core/agents/documents/document-entity.ts'
import { embedAll } from '@replywright/core/agents/documents/embed-all.ts'
import { readyDocuments, searchDocuments } from '@replywright/core/agents/documents/search/search-documents.ts'
import { findAgent } from '@replywright/core/agents/find-agent.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { itemsOf, uploadTo } from '../agents/agent-fixtures.ts'
import { actAsAdministrator } from '../support/administrator.ts'
import { synthesizeLocal } from '../support/assemblies/local-assembly.ts'
import { callers, idOf, startTestService } from '../support/service.ts'

let outdir: string
let service: Service
beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'replywright-embedding-'))
  const assembly = await synthesizeLocal(outdir, { embeddingModel: 'embedding' })
  service = await startTestService({ assembly, agentAnswers: true })
  actAsAdministrator(service)
  const { physicalId } = service.cloud.resource('Objects', 'AWS::S3::Bucket')
  Object.assign(process.env, { BUCKET_NAME: physicalId, EMBEDDING_MODEL: 'embedding' })
})
afterAll(async () => {
  delete process.env.EMBEDDING_MODEL
  await service?.stop()
  await rm(outdir, { recursive: true, force: true })
})
const { api } = callers(() => service)

test('an uploaded document is embedded, found by its vectors, and by its words while the model is down', async () => {
  const agentId = idOf(await api('POST', '/agents/', { name: 'Ada' }))
  const files = { 'a.txt': 'Goods can be sent back within thirty days.', 'b.txt': 'We are open from nine to five.' }
  for (const [name, content] of Object.entries(files))
    await uploadTo(service, `/agents/${agentId}/documents/`, new File([content], name), {}, {})
  let body: unknown
  await vi.waitUntil(
    async () => {
      const response = await api('GET', `/agents/${agentId}/`)
      body = response.body
      return itemsOf(response, 'documents').every(({ status }) => status === 'ready')
    },
    { timeout: 90_000, interval: 200 },
  )
  const organizationId = String(Object(body).organization.id)
  const search = async (query: string) => {
    const agent = await findAgent(organizationId, agentId)
    if (!agent) throw new Error('The agent was deleted')
    const call = { signal: AbortSignal.timeout(10_000), now: Date.now() }
    return await searchDocuments(organizationId, agentId, await readyDocuments(agent), query, call)
  }
  const near = await search('the daysent')
  expect(near.onlyWords).toBeUndefined()
  expect(near.passages[0]).toMatchObject({ documentName: 'a.txt' })
  service.model.script('open', [{ status: 500 }, { status: 500 }])
  expect(await search('when is it open')).toMatchObject({
    passages: [{ documentName: 'b.txt' }],
    onlyWords: 'Only words were compared: the embedding model did not respond.',
  })

  const usedTokens = async () => (await AgentCountEntity.get({ organizationId, id: agentId }).go()).data?.inputTokens
  const used = (await usedTokens()) ?? 0
  expect(used).toBeGreaterThan(0)

  // As if they had been read before the setting.
  const items = async () => await listDocumentItems(organizationId, agentId)
  for (const { id } of await items())
    await DocumentEntity.patch({ organizationId, agentId, id }).remove(['embeddedBy']).go()
  const outputs = Object.assign({}, ...Object.values(service.cloud.outputs))
  const embed = { model: 'embedding', queueUrls: workQueueUrls(outputs), now: Date.now() }
  expect(await embedAll({ ...embed, dryRun: true })).toMatchObject({ documents: 2 })
  await embedAll(embed)
  await vi.waitUntil(async () => (await items()).every(({ embeddedBy }) => embeddedBy === 'embedding'), {
    timeout: 60_000,
    interval: 200,
  })
  expect(await embedAll(embed)).toMatchObject({ documents: 0 })
  expect(await usedTokens()).toBeGreaterThan(used)
})
