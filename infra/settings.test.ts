import { describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const read = (context: Readonly<Record<string, unknown>>) => readSettings((key) => context[key])

describe('settings', () => {
  test('have defaults for everything', () => {
    expect(read({})).toEqual({
      stage: 'prod',
      publicBaseUrl: '',
      retryDelaysSeconds: [10, 30, 90],
      serviceWindowSeconds: 86_400,
      serviceWindowExpiringLeadSeconds: 3_600,
      rateLimitPerMinute: 100,
      burst: 100,
      stageRateLimitPerSecond: 1_000,
      stageBurst: 2_000,
      dashboardRequestsPerMinute: 600,
      logRetentionDays: 30,
      allowPrivateDestinations: false,
      selfSignUp: false,
      requireOperatorMfa: true,
      bedrockModelId: 'global.amazon.nova-2-lite-v1:0',
      bedrockImageModelId: '',
      customerManagedEncryption: false,
      deliverMaximumConcurrency: 50,
      accountConcurrency: 0,
      ingressReservedConcurrency: 0,
      answerMaximumConcurrency: 20,
      modelRetryDelaysSeconds: [5, 15, 60],
      alarmEmail: '',
      mailFrom: '',
      manageApiGatewayAccount: true,
    })
  })

  test('of a stage are in one place, and the command line wins over them', () => {
    const stages = { prod: { alarmEmail: 'ops@example.com', burst: 50 }, staging: { burst: 20 } }
    expect(read({ stages })).toMatchObject({ stage: 'prod', alarmEmail: 'ops@example.com', burst: 50 })
    expect(read({ stages, stage: 'staging' })).toMatchObject({ alarmEmail: '', burst: 20 })
    expect(read({ stages, burst: '7' })).toMatchObject({ alarmEmail: 'ops@example.com', burst: 7 })
    expect(() => read({ stages: { prod: { alarmMail: 'ops@example.com' } } })).toThrow(
      'stages: there is no setting alarmMail',
    )
    expect(() => read({ stages: ['prod'] })).toThrow('stages: expected an object')
  })

  test('come as text from the command line and as JSON from a file', () => {
    const text = { stage: 'local', burst: '5', allowPrivateDestinations: 'true', logRetentionDays: '7' }
    const json = { stage: 'local', burst: 5, allowPrivateDestinations: true, logRetentionDays: 7 }
    expect(read(text)).toEqual(read(json))
    expect(read(text)).toMatchObject(json)
  })

  test.each([
    [{ stage: 'Prod!' }, 'stage: expected up to 20'],
    [{ retryDelaysSeconds: '10;30' }, 'retryDelaysSeconds: expected seconds separated by commas'],
    [{ retryDelaysSeconds: '43001' }, 'retryDelaysSeconds.0:'],
    [{ retryDelaysSeconds: '' }, 'retryDelaysSeconds:'],
    [{ burst: 'many' }, 'burst:'],
    [{ burst: '' }, 'burst:'],
    [{ logRetentionDays: 2 }, 'logRetentionDays:'],
    [{ publicBaseUrl: 'https://example.com/' }, 'publicBaseUrl: expected a URL that does not end in a slash'],
    [{ bedrockModelId: 'gpt-4.1' }, 'bedrockModelId: expected an id of Amazon Bedrock'],
    [{ bedrockModelId: '' }, 'bedrockModelId: expected an id'],
    [{ bedrockImageModelId: 'x' }, 'bedrockImageModelId:'],
    [{ deliverMaximumConcurrency: 1 }, 'deliverMaximumConcurrency:'],
    [{ ingressReservedConcurrency: 100 }, 'ingressReservedConcurrency: must leave 100 of accountConcurrency'],
    [{ ingressReservedConcurrency: 101, accountConcurrency: 200 }, 'ingressReservedConcurrency: must leave 100'],
    [{ alarmEmail: 'the team' }, 'alarmEmail: expected an address'],
    [{ serviceWindowSeconds: 60, serviceWindowExpiringLeadSeconds: 60 }, 'serviceWindowExpiringLeadSeconds: must be'],
  ])('%o is refused by name', (context, message) => {
    expect(() => read(context)).toThrow(message)
  })

  test.each(['prod', 'dev', 'locale'])('private destinations are refused in stage %s', (stage) => {
    expect(() => read({ stage, allowPrivateDestinations: true })).toThrow(
      'allowPrivateDestinations: is only accepted in stage "local"',
    )
  })
})
