import { readFile } from 'node:fs/promises'
import { CORE_SCHEMA, loadAll, mergeTag, YAMLException } from 'js-yaml'
import { reasonOf } from '../api-options.ts'
import { CliError } from '../io.ts'

/** The core schema, and `<<`, which authors use with anchors. */
const SCHEMA = CORE_SCHEMA.withTags(mergeTag)

/** Returns whether a file is YAML, by its name. */
export function isYaml(path: string): boolean {
  return /\.ya?ml$/i.test(path)
}

/** Returns whether an argument names a file of YAML or JSON. */
export function isDataFile(path: string): boolean {
  return isYaml(path) || /\.json$/i.test(path)
}

/** Returns the value of a file of YAML, or of JSON if its name ends with .json. @throws CliError of one line that says what to do */
export async function readData(path: string): Promise<unknown> {
  return parseData(path, await readText(path))
}

/** @throws CliError if there is no such file, or if it is not UTF-8 */
async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: unknown) => {
    const reason = reasonOf(error)
    throw new CliError(reason === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${reason}).`, 2)
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CliError(`${path} is not UTF-8. Save it as UTF-8.`, 2)
  }
}

/** Returns the value of a text. Exported for its tests. @throws CliError */
export function parseData(path: string, text: string): unknown {
  if (text.trim() === '') throw new CliError(`${path} is empty.`, 2)
  const documents = /\.json$/i.test(path) ? [parseJson(path, text)] : parseYaml(path, text)
  if (documents.length > 1)
    throw new CliError(`${path} has ${documents.length} documents, separated by ---. Write one file for each.`, 2)
  if (documents.length === 0) throw new CliError(`${path} is empty.`, 2)
  return documents[0]
}

function parseYaml(path: string, text: string): readonly unknown[] {
  try {
    return loadAll(text, { schema: SCHEMA })
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const place = error.mark ? ` in line ${error.mark.line + 1}` : ''
    throw new CliError(`${path} is not YAML: ${error.reason}${place}.`, 2)
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // The text of the engine may quote the file over several lines.
    throw new CliError(`${path} is not JSON: ${reasonOf(error).replace(/\s+/g, ' ')}.`, 2)
  }
}
