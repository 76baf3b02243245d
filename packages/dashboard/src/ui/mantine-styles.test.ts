import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')
const styles = join(import.meta.dirname, '../../../../node_modules/@mantine/core/styles')

const used = new Set(
  globSync('**/*.tsx', { cwd: source }).flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8')
    const imports = [...text.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)].map(([, names = '']) => names)
    return imports
      .join(',')
      .split(',')
      .map((name) => name.trim().replace(/ as .*/, ''))
      .filter((name) => /^[A-Z]/.test(name))
  }),
)

test('includes the styles of every used component', () => {
  const listed = readFileSync(join(import.meta.dirname, 'mantine.css'), 'utf8')
  const missing = [...used].filter(
    (name) => existsSync(join(styles, `${name}.layer.css`)) && !listed.includes(`/${name}.layer.css`),
  )
  expect(used.size).toBeGreaterThan(10)
  expect(missing).toEqual([])
})

test.each(['AppShell', 'Flex', 'Grid', 'SimpleGrid', 'ColorSchemeScript'])(
  'does not use %s, which inserts a style',
  (name) => {
    expect([...used]).not.toContain(name)
  },
)
