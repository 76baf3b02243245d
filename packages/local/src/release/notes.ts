// Prints the entries of a version in CHANGELOG.md, for the notes of its release.
import { readFileSync } from 'node:fs'
import { sectionOf } from './plan.ts'

const [version = ''] = process.argv.slice(2)
const notes = sectionOf(readFileSync(new URL('../../../../CHANGELOG.md', import.meta.url), 'utf8'), version)
if (notes === '') throw new Error(`CHANGELOG.md has no section "## [${version}] - <date>".`)
console.log(notes)
