import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { S3 } from '@aws-sdk/client-s3'
import { Proof } from '@replywright/contract/proofs.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { expect, vi } from 'vitest'
import { clientOf, outputOf } from '../support/administrator.ts'
import { agentWorld, type Party } from './agent-world.ts'

/** Each look is a request, which costs the proof itself processor time. */
const WAIT = { timeout: 240_000, interval: 500 }

const Deliveries = v.object({ results: v.array(v.object({ status: v.string() })) })

const isAddress = (address: unknown): address is AddressInfo => typeof address === 'object' && address !== null

/** Proves agents of a service, whose tools request an endpoint that counts. */
export function proofWorld(service: () => Service) {
  const world = agentWorld(service)
  const { api } = world
  const requested: string[] = []
  const endpoint = createServer((request, response) => {
    requested.push(`${request.method} ${request.url}`)
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ status: 'shipped', requests: requested.length }))
  })
  const urlOf = (path: string) => {
    const address = endpoint.address()
    return `http://127.0.0.1:${isAddress(address) ? address.port : 0}${path}`
  }
  const tool = (name: string, method: string) => ({
    name,
    description: name,
    active: true,
    apiSchema: {
      url: urlOf(`/${name}`),
      method,
      query_params: { order: { input: { type: 'description', description: 'The order.' } } },
    },
    creditCost: 3,
  })
  /** The conversations of this world. Their last statuses and events come while the next test runs. */
  const parties: Party[] = []
  const party: typeof world.party = async (...chosen) => {
    const created = await world.party(...chosen)
    parties.push(created)
    return created
  }
  /** Waits until the provider has reported all messages of a conversation, and its webhooks were sent. */
  const settled = (chat: Party) =>
    vi.waitFor(async () => {
      const sent = (await world.stored(chat, 'm#')).filter(({ d }) => d?.S === 'outbound')
      expect(sent.filter(({ st, pg }) => st?.S !== 'failed' && (st?.S !== 'delivered' || !pg))).toEqual([])
      const { body } = await api('GET', `/webhook-deliveries/?conversationId=${chat.id}&limit=100`)
      expect(v.parse(Deliveries, body).results.filter(({ status }) => status === 'pending')).toEqual([])
    }, WAIT)
  return {
    ...world,
    party,
    /** The requests of tools, in order. */
    requested,
    tool,
    listen: () => new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve)),
    close: () => endpoint.close(),
    newShop: (more: object = {}) =>
      world.newAgent({
        firstMessage: 'Welcome!',
        tools: [tool('find_order', 'GET'), tool('cancel', 'POST')],
        memoryKeys: [{ key: 'frame', type: 'number', initialValue: '', whenToUpdate: 'always' }],
        wakeUpConfigs: [{ description: 'reminder', enabled: true, forceMessage: false }],
        askForHuman: true,
        ...more,
      }),
    /** Lets a customer write texts, and waits for the reply to each. */
    async converse(agentId: string, texts: readonly string[]): Promise<Party> {
      const chat = await party(agentId)
      for (const [index, text] of texts.entries()) {
        await world.write(chat, text)
        await vi.waitFor(async () => {
          const inbound = (await world.stored(chat, 'm#')).filter(({ d }) => d?.S === 'inbound')
          expect(inbound).toHaveLength(index + 1)
          expect(inbound.every(({ aa, ti }) => aa !== undefined || ti !== undefined)).toBe(true)
        }, WAIT)
      }
      return chat
    },
    /** Deletes the stored copies of the files of a conversation. Returns their number. */
    async deleteFiles({ id }: Party): Promise<number> {
      const { cloud } = service()
      const s3 = clientOf(S3, cloud)
      const Bucket = outputOf(cloud, 'BucketName')
      const { Contents = [] } = await s3.listObjectsV2({ Bucket, Prefix: 'media/' })
      const keys = Contents.flatMap(({ Key = '' }) => (Key.includes(`/${id}/`) ? [Key] : []))
      await Promise.all(keys.map((Key) => s3.deleteObject({ Bucket, Key })))
      return keys.length
    },
    /** Starts a proof and waits for its end. */
    async prove(agentId: string, input: object) {
      const created = await api('POST', `/agents/${agentId}/proofs/`, input)
      expect(created).toMatchObject({ status: 201, body: { state: 'queued' } })
      const { id } = v.parse(Proof, created.body)
      return await vi.waitFor(async () => {
        const proof = v.parse(Proof, (await api('GET', `/agents/${agentId}/proofs/${id}/`)).body)
        expect(proof.state).not.toMatch(/queued|running/)
        return proof
      }, WAIT)
    },
    /** Returns what has left the service so far, and what conversations have stored besides proofs. */
    async doors(conversationIds: readonly string[]) {
      await Promise.all(parties.map(settled))
      const stored = await Promise.all(
        conversationIds.flatMap((id) =>
          ['conversation', 'm#', 'turn#', 'step#', 'result#', 'wakeup#'].map((prefix) =>
            world.stored({ customer: '', id }, prefix),
          ),
        ),
      )
      return {
        sent: service().provider.sent.length,
        requested: [...requested],
        webhooks: service().receiver.received().length,
        // The bill counts a message some seconds after its status.
        stored: stored.map((items) => items.map(({ ba, pu, ...item }) => item)),
      }
    },
  }
}
