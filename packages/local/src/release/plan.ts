import { parseArgs } from 'node:util'

/** What the command line asks for. */
export interface Options {
  readonly version: string
  readonly dryRun: boolean
  readonly skipTests: boolean
}

/** The repository as it is before the release. */
export interface Repository {
  readonly branch: string
  /** Output of `git status --porcelain`. */
  readonly changes: string
  readonly tags: readonly string[]
  /** The version of the packages. */
  readonly version: string
  /** The texts of the changelogs, by path. */
  readonly changelogs: Readonly<Record<string, string>>
}

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/

/** @throws Error that says how to call the command */
export function readArguments(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false }, 'skip-tests': { type: 'boolean', default: false } },
  })
  const [version = '', ...others] = positionals
  if (!VERSION.test(version) || others.length > 0)
    throw new Error('Usage: npm run release -- <version, such as 1.2.0> [--dry-run] [--skip-tests]')
  return { version, dryRun: values['dry-run'], skipTests: values['skip-tests'] }
}

/** Returns why `version` cannot be released, one sentence for each reason. */
export function findProblems(version: string, repository: Repository): readonly string[] {
  const { branch, changes, tags, changelogs } = repository
  const undated = Object.entries(changelogs).filter(([, text]) => !hasSection(text, version))
  return [
    ...(branch === 'main' ? [] : [`The branch is ${branch}. Release from main.`]),
    ...(changes === '' ? [] : [`Files are changed. Commit them first:\n${changes}`]),
    ...(tags.includes(`v${version}`) ? [`The tag v${version} exists. Choose another version.`] : []),
    ...(isBefore(version, repository.version) ? [`The packages have the later version ${repository.version}.`] : []),
    ...undated.map(([path]) => `${path} has no section "## [${version}] - <date>" with entries.`),
    ...(hasUpgradeLine(changelogs['CHANGELOG.md'] ?? '', version)
      ? []
      : [`CHANGELOG.md does not say how to upgrade to ${version}. Add a line that starts with "**Upgrade:**".`]),
  ]
}

/** Returns the entries of a version in a changelog, or an empty string if it has no dated section. */
export function sectionOf(changelog: string, version: string): string {
  const [, section = ''] = changelog.split(`\n## [${version}] - `)
  const [date = '', ...lines] = (section.split('\n## ')[0] ?? '').split('\n')
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? lines.join('\n').trim() : ''
}

/**
 * Returns the changelog with the entries of "Unreleased" in the section of `version`, which gets the date `today`. Entries that the
 * section already has stand first, under each heading. Without entries of "Unreleased", the changelog is returned as it is, or with
 * `otherwise` in a new section of the version.
 */
export function datedChangelog(changelog: string, version: string, today: string, otherwise = ''): string {
  const [before = '', rest] = changelog.split('## [Unreleased]\n')
  if (rest === undefined) return changelog
  const [written = '', ...sections] = rest.split(/^(?=## \[)/m)
  const earlier = sections.find((section) => section.startsWith(`## [${version}] - `))
  const unreleased = written.trim() || earlier ? written : otherwise
  if (unreleased.trim() === '') return changelog
  const entries = new Map<string, string[]>()
  for (const text of [earlier?.replace(/^.*\n/, '') ?? '', unreleased])
    for (const [heading, body] of headingsOf(text)) entries.set(heading, [...(entries.get(heading) ?? []), body])
  const merged = [...entries].map(([heading, bodies]) =>
    heading === '' ? upgradeOf(bodies) : `${heading}\n\n${bodies.join('\n')}`,
  )
  const others = sections.filter((section) => section !== earlier)
  const section = [`## [${version}] - ${today}`, ...merged].join('\n\n')
  return `${before}## [Unreleased]\n\n${[section, ...others.map((other) => other.trim())].join('\n\n')}\n`
}

/** Returns the texts of a section by their headings, such as `### Added`. The text before the first has the heading ''. */
function headingsOf(section: string): (readonly [string, string])[] {
  return section
    .split(/^(?=### )/m)
    .map((part) => {
      const [heading = '', ...lines] = part.startsWith('### ') ? part.split('\n') : ['', part]
      // A blank line between two entries would divide the list.
      return [
        heading,
        lines
          .join('\n')
          .trim()
          .replace(/\n\n(?=- )/g, '\n'),
      ] as const
    })
    .filter(([, body]) => body !== '')
}

function upgradeOf(texts: readonly string[]): string {
  return texts.map((text, index) => (index === 0 ? text : text.replace(/^\*\*Upgrade:\*\* /, ''))).join('\n')
}

/** Returns a package.json with another version, also of the packages of this repository that it depends on. */
export function manifestWith(text: string, version: string, names: ReadonlySet<string>): string {
  const manifest: unknown = JSON.parse(text, function (this: object, key, value) {
    const isOwn = key === 'version' || (names.has(key) && typeof value === 'string')
    return isOwn && VERSION.test(value) ? version : value
  })
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** Returns a pyproject.toml with another version. */
export function pyprojectWith(text: string, version: string): string {
  return text.replace(/^version = ".*"$/m, `version = "${version}"`)
}

function hasSection(changelog: string, version: string): boolean {
  return sectionOf(changelog, version) !== ''
}

function hasUpgradeLine(changelog: string, version: string): boolean {
  return /^\*\*Upgrade:\*\* \S/m.test(sectionOf(changelog, version))
}

function isBefore(version: string, other: string): boolean {
  const [left, right] = [version, other].map((each) => VERSION.exec(each)?.slice(1).map(Number) ?? [])
  const index = left?.findIndex((number, at) => number !== right?.[at]) ?? -1
  return index >= 0 && (left?.[index] ?? 0) < (right?.[index] ?? 0)
}
