import * as v from 'valibot'

const Permissions = v.union([v.string(), v.record(v.string(), v.string())])
const Step = v.object({ uses: v.optional(v.string()), run: v.optional(v.string()) })
const Job = v.object({
  permissions: v.optional(Permissions),
  secrets: v.optional(v.unknown()),
  uses: v.optional(v.string()),
  steps: v.optional(v.array(Step), []),
})
const Workflow = v.object({ permissions: v.optional(Permissions), jobs: v.record(v.string(), Job) })

/** Actions that only move files, or use the job's rights for one purpose. All are used by their commit. */
const ACTIONS = [
  'actions/attest-build-provenance',
  'actions/checkout',
  'actions/download-artifact',
  'actions/setup-node',
  'aws-actions/configure-aws-credentials',
]
/** Programs of the runner that run no code of packages. `npm` only publishes archives. */
const PROGRAMS = ['aws', 'base64', 'cd', 'cmp', 'echo', 'gh', 'grep', 'head', 'mv', 'sha256sum', 'tee']
const PUBLISH = /^npm publish "\$package" --ignore-scripts( |$)/

/**
 * Returns the steps that install or run code of others in a job that can write something, as `job: command`. Such code
 * could change what is published, or use the job's rights. Everything that is not known to be harmless is returned.
 * Without `permissions`, a job has the repository's default, which may be to write.
 */
export function foreignCode(workflow: unknown): string[] {
  const { permissions, jobs } = v.parse(Workflow, workflow)
  return Object.entries(jobs).flatMap(([name, job]) => {
    if (!canWrite(job.permissions ?? permissions)) return []
    const found = job.steps.flatMap(({ uses, run }) => [
      ...(uses === undefined || ACTIONS.includes(uses.split('@')[0] ?? '') ? [] : [uses]),
      ...(run === undefined ? [] : commandsOf(run).filter((command) => !isHarmless(command))),
    ])
    const called = job.uses === undefined || job.uses.startsWith('./.github/workflows/') ? [] : [job.uses]
    return [...called, ...found].map((command) => `${name}: ${command}`)
  })
}

/** `id-token: write` gets the identity with which AWS and npm accept the job. */
function canWrite(permissions: v.InferOutput<typeof Permissions> | undefined): boolean {
  if (permissions === undefined) return true
  if (typeof permissions === 'string') return permissions !== 'read-all'
  return Object.values(permissions).includes('write')
}

/** Returns the commands of a script of the shell, also those within others. */
function commandsOf(script: string): string[] {
  return script
    .replaceAll(/\\\n\s*/g, '')
    .replaceAll(/'[^'\n]*'/g, "''")
    .split('\n')
    .filter((line) => !line.trim().startsWith('#'))
    .flatMap((line) => line.split(/&&|\|\||[;|`(]/))
    .map((command) =>
      command
        .trim()
        .replace(/^(?:(?:do|then|else|if|!|\{) +)+/, '')
        .replace(/^(?:\w+=\S* +)+/, ''),
    )
    .filter((command) => command !== '' && !/^(?:for \w+ in |done\b|fi$|\}|\))/.test(command))
}

function isHarmless(command: string): boolean {
  return PUBLISH.test(command) || PROGRAMS.includes(command.split(/\s/)[0] ?? '')
}
