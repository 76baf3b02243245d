import { expect, test } from 'vitest'
import { differences } from './sync.ts'

test.each([
  [{ name: 'A', description: 'd' }, { name: 'B' }, ['- name: "A"', '+ name: "B"']],
  [{ systemPrompt: 'a\nb\nc' }, { systemPrompt: 'a\nx\nc' }, ['- systemPrompt: b', '+ systemPrompt: x']],
  [{ systemPrompt: 'a\na' }, { systemPrompt: 'a\na\na' }, ['+ systemPrompt: a']],
  [
    { tools: [{ id: '1', name: 'Find', creditCost: 1, apiSchema: { a: 1, b: 2 } }] },
    { tools: [{ id: '1', name: 'Find', apiSchema: { a: 1 } }, { name: 'New' }] },
    ['- tools[Find].apiSchema.b: 2', '+ tools[New]: {"name":"New"}'],
  ],
  [{ tools: [{ id: '1', name: 'Find' }] }, { tools: [] }, ['- tools[Find]: {"id":"1","name":"Find"}']],
  [{ icebreakers: ['a'] }, { icebreakers: ['a', 'b'] }, ['- icebreakers: ["a"]', '+ icebreakers: ["a","b"]']],
  [{ a: 1 }, { a: 1 }, []],
])('%j changed by %j', (before, after, lines) => {
  expect(differences(before, after)).toEqual(lines)
})
