import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** What each room may import of ours; tests may import anything. */
const ARROWS: Record<string, readonly string[]> = {
  'packages/contract': [],
  'packages/core': ['contract'],
  'packages/http': ['contract', 'core'],
  'packages/cloud': [],
  'packages/simulators': [],
  'packages/client': ['contract'],
  'packages/dashboard': ['contract'],
  'packages/ops': ['contract', 'core'],
  'packages/local': ['cloud', 'contract', 'core', 'infra', 'simulators'],
  infra: ['contract'],
  functions: ['contract', 'core', 'http'],
  'functions/relay': [],
}

function sourcesOf(room: string): string[] {
  return readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules') && !file.includes('.test.'))
    .map((file) => join(room, file))
}

test.each(Object.entries(ARROWS))('%s imports only what its arrows allow', (room, allowed) => {
  const sources = sourcesOf(room)
  expect(sources.length).toBeGreaterThan(0)
  for (const source of sources) {
    const imports = [...readFileSync(source, 'utf8').matchAll(/['"`]@messaging\/(\w+)\//g)].map(([, name]) => name)
    for (const name of imports) expect([source, allowed]).toEqual([source, expect.arrayContaining([name])])
  }
})

test('only settings, bootstrap and entry points read the environment of the process', () => {
  const readers = [
    'packages/core',
    'packages/http',
    'functions/api',
    'functions/ingress',
    'functions/deliver',
    'functions/window',
  ]
    .flatMap(sourcesOf)
    .filter((source) => readFileSync(source, 'utf8').includes('process.env'))
  expect(readers).toEqual(['packages/core/src/platform/settings.ts'])
})
