import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callers, freshCustomer, startTestService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const { api } = callers(() => service)

test("the demo's agent answers the first question of the README with its order tool", async () => {
  const { agent, numbers } = service.ready
  // Services of tests have no agent on the number.
  const connected = await api('POST', `/phone-numbers/${numbers[0]?.number}/connect-agent/`, { agentId: agent.id })
  expect(connected.status).toBe(200)
  const from = freshCustomer()
  await service.provider.sendAsCustomer({ from, text: 'Where is my order?' })
  const answers = () => JSON.stringify(service.provider.sent)
  await vi.waitFor(() => expect(answers()).toContain('Order A-1042 is on its way.'), {
    timeout: 60_000,
    interval: 200,
  })
  const [last] = service.model.requests.slice(-1)
  expect(JSON.stringify(last?.messages)).toContain(from)
})
