import type { Block } from '../block.ts'
import { localName, readXml } from './xml.ts'

interface Data {
  readonly names: Map<number, string[]>
  readonly values: Map<number, string>
}

/**
 * Returns a chart of Office 2016 or later, such as a waterfall, a treemap or a funnel: its title, and its values as a table. The
 * names of all levels are in the first column.
 */
export async function extendedChartBlocks(bytes: Uint8Array): Promise<Block[]> {
  const data = new Map<string, Data>()
  const series: { name: string; dataId: string }[] = []
  const titles: string[] = []
  let [id, dimension, text, title, index] = ['', '', '', '', 0]
  await readXml(bytes, {
    open: (element, attributes, path) => {
      const name = localName(element)
      if (name === 'data') {
        id = attributes.id ?? ''
        data.set(id, { names: new Map(), values: new Map() })
      } else if (name === 'strDim' || name === 'numDim') dimension = name
      else if (name === 'pt') index = Number(attributes.idx ?? 0)
      else if (name === 'series') series.push({ name: '', dataId: '' })
      const last = series.at(-1)
      if (name === 'dataId' && last && path.some((each) => localName(each) === 'series'))
        last.dataId = attributes.val ?? ''
      if (name === 'pt' || name === 'v') text = ''
    },
    text: (part, path) => {
      const name = localName(path.at(-1) ?? '')
      if (name === 'pt' || name === 'v') text += part
      else if (name === 't' && path.some((each) => localName(each) === 'title')) title += part
    },
    close: (element, path) => {
      const name = localName(element)
      const known = data.get(id)
      const last = series.at(-1)
      if (name === 'pt' && known && dimension === 'strDim')
        known.names.set(index, [text.trim(), ...(known.names.get(index) ?? [])])
      else if (name === 'pt' && known) known.values.set(index, text.trim())
      else if (name === 'v' && path.some((each) => localName(each) === 'title')) title += text
      else if (name === 'v' && last) last.name = text.trim()
      else if (name === 'title') {
        if (title.trim()) titles.push(title.trim())
        title = ''
      }
    },
  })
  const tables = series.flatMap(({ name, dataId }) => {
    const { names, values } = data.get(dataId) ?? { names: new Map(), values: new Map() }
    const rows = [...new Set([...names.keys(), ...values.keys()])]
      .toSorted((a, b) => a - b)
      .map((each) => [(names.get(each) ?? []).filter(Boolean).join(' › '), values.get(each) ?? ''])
    return rows.length > 0 ? [{ kind: 'table' as const, rows: [['', name], ...rows], headerRows: 1 }] : []
  })
  return [...(titles.length > 0 ? [{ kind: 'text' as const, text: titles.join('\n') }] : []), ...tables]
}
