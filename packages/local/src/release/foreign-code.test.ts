import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { foreignCode } from './foreign-code.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const read = (file: string) => readFileSync(`${ROOT}.github/${file}`, 'utf8')
const workflow = (name: string) => load(read(`workflows/${name}`))

/**
 * Jobs that run the CDK and the operators' commands with a role of AWS: nothing else can deploy. Versions and hashes are
 * those of the lockfile, and no package runs a script when it is installed.
 */
const DEPLOYS: Readonly<Record<string, readonly string[]>> = {
  'ci.yml': [
    'diff: npm ci --ignore-scripts',
    'diff: npm run --silent diff -- --no-color -c "stage=$STAGE" 2>&1',
    'diff: node infra/guard-diff.ts < diff.txt',
  ],
  'deploy.yml': [
    'deploy: npm ci --ignore-scripts',
    'deploy: npm run deploy -- --app ".build/assemblies/$STAGE" --require-approval never',
    'deploy: npm run ops -- doctor --quick --strict --stage "$STAGE"',
    'deploy: npm run ops -- smoke --yes --stage "$STAGE"',
  ],
  'roll-back.yml': [
    'roll-back: npm ci --ignore-scripts',
    'roll-back: npm run cdk -- deploy --app ".build/assemblies/$STAGE" --require-approval never --exclusively "Messaging-$STAGE-Dashboard" "Messaging-$STAGE-Monitoring" "Messaging-$STAGE-Operators"',
    'roll-back: npm run deploy -- --app ".build/assemblies/$STAGE" --require-approval never',
    'roll-back: npm run ops -- doctor --quick --strict --stage "$STAGE"',
  ],
}

test.each(globSync('*.yml', { cwd: `${ROOT}.github/workflows` }))(
  '%s: a job that can write runs no code of others, except to deploy',
  (name) => expect(foreignCode(workflow(name))).toEqual(DEPLOYS[name] ?? []),
)

describe('the code of others is found', () => {
  const job = (step: object, permissions: unknown = { 'id-token': 'write' }) => ({
    jobs: { a: { permissions, steps: [step] } },
  })

  test.each([
    'npm ci',
    'npm install x',
    'npm run build',
    'npm test',
    'npm publish --workspace packages/client',
    'npx --yes attw',
    'pipx run twine check',
    'python3 -m pip wheel .',
    'pip install x',
    'uvx twine',
    'curl https://example.com/install.sh',
    'node build.ts',
    './build.sh',
    '.ci/run',
  ])('%s', (run) => {
    expect(foreignCode(job({ run }))).toEqual([`a: ${run}`])
    expect(foreignCode(job({ run: `cd x && A=1 ${run}` }))).toEqual([`a: ${run}`])
    expect(foreignCode(job({ run: `for a in *; do ${run}; done` }))).toEqual([`a: ${run}`])
    expect(foreignCode(job({ run: `echo "$(${run}` }))).toEqual([`a: ${run}`])
    expect(foreignCode(job({ run }, { contents: 'read' }))).toEqual([])
  })

  test('in jobs with all rights or the default ones, and in actions and workflows of others', () => {
    for (const permissions of ['write-all', undefined])
      expect(foreignCode(job({ run: 'npx x' }, permissions))).toEqual(['a: npx x'])
    expect(foreignCode(job({ run: 'npx x' }, 'read-all'))).toEqual([])
    expect(foreignCode(job({ uses: 'someone/action@0123' }))).toEqual(['a: someone/action@0123'])
    expect(
      foreignCode({ permissions: 'write-all', jobs: { a: { uses: 'someone/x/.github/workflows/y.yml@0' } } }),
    ).toHaveLength(1)
  })
})

test('nothing is published before the tests of the commit and the checks of the packages passed', () => {
  expect(workflow('release.yml')).toMatchObject({
    jobs: {
      test: { steps: expect.arrayContaining([{ run: '.ci/run' }]) },
      release: { needs: ['test', 'build', 'check'] },
      npm: { needs: ['build', 'release'] },
    },
  })
})

test('jobs that publish compare what they download with the checksums of the job that built it', () => {
  const [, ...jobs] = read('workflows/release.yml').split(/^ {2}(?=(?:release|npm):$)/m)
  expect(jobs).toHaveLength(2)
  for (const job of jobs) {
    expect(job).toContain("SUMS: '${{ needs.build.outputs.sums }}'")
    expect(job.indexOf('sha256sum -- * | cmp - ../SHA256SUMS')).toBeLessThan(job.search(/attest-build|npm publish/))
  }
})

test('packages are installed without their scripts, with hashes, and tools have versions', () => {
  const text = globSync('*.yml', { cwd: `${ROOT}.github/workflows` })
    .map((name) => read(`workflows/${name}`))
    .join('\n')
  for (const [line] of text.matchAll(/^.*npm (?:ci|install)\b.*$/gm)) expect(line).toContain('--ignore-scripts')
  for (const [line] of text.matchAll(/^.*pip install\b.*$/gm))
    expect(line).toContain('--require-hashes --only-binary :all:')
  expect(text).not.toMatch(/\bnpx\b|\bpipx\b|\buvx\b/)
  const requirements = read('checks/requirements.txt')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => /^\w/.test(line))
  expect(requirements.length).toBeGreaterThan(10)
  for (const line of requirements) expect(line).toMatch(/^[\w.-]+==[\w.]+ .*--hash=sha256:[\da-f]{64}/)
  for (const version of Object.values(JSON.parse(read('checks/package.json')).dependencies))
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
})
