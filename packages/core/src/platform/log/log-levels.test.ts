import { afterEach, describe, expect, test, vi } from 'vitest'
import { log, logError } from './log.ts'

const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
afterEach(() => {
  written.mockClear()
  vi.unstubAllEnvs()
})

function setLevel(variables: Readonly<Record<string, string>>): void {
  for (const name of ['LOG_LEVEL', 'AWS_LAMBDA_LOG_LEVEL']) vi.stubEnv(name, variables[name])
}

const lines = () => written.mock.calls.map(([text]) => JSON.parse(String(text)))

function eventsAt(variables: Readonly<Record<string, string>>): string[] {
  setLevel(variables)
  log('plain', {})
  log('counted', { source: 'client' }, { Repeats: 1 })
  logError('error', new Error('no'))
  return lines().map(({ event }) => event)
}

describe('the log level', () => {
  test.each(['trace', 'debug', 'info', 'INFO', ' Debug '])('%o writes every line', (level) => {
    expect(eventsAt({ LOG_LEVEL: level })).toEqual(['plain', 'counted', 'error'])
  })

  test.each(['warn', 'error', 'ERROR'])('%o writes errors and lines with metrics', (level) => {
    expect(eventsAt({ LOG_LEVEL: level })).toEqual(['counted', 'error'])
  })

  test('fatal writes only lines with metrics, silent writes none', () => {
    expect(eventsAt({ LOG_LEVEL: 'fatal' })).toEqual(['counted'])
    written.mockClear()
    expect(eventsAt({ LOG_LEVEL: 'silent' })).toEqual([])
  })

  test('LOG_LEVEL overrides the level of Lambda', () => {
    expect(eventsAt({ AWS_LAMBDA_LOG_LEVEL: 'WARN' })).toEqual(['counted', 'error'])
    written.mockClear()
    expect(eventsAt({ AWS_LAMBDA_LOG_LEVEL: 'WARN', LOG_LEVEL: 'debug' })).toHaveLength(3)
    written.mockClear()
    expect(eventsAt({ LOG_LEVEL: '' })).toHaveLength(3)
  })

  test('an unknown level means info and is logged once', () => {
    setLevel({ LOG_LEVEL: 'verbose' })
    log('plain', {})
    expect(lines()).toMatchObject([
      {
        level: 'ERROR',
        event: 'log.level_unknown',
        error: {
          message:
            'LOG_LEVEL: "verbose" is not a log level; must be trace, debug, info, warn, error, fatal or silent. Logging at info.',
        },
      },
      { event: 'plain' },
    ])
  })
})
