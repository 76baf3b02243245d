import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { moveDrafts, readDraft, writeDraft } from './drafts.ts'

/** The part of the browser's storage that drafts use: stored names are its own keys. */
class Storage {
  getItem(key: string): string | null {
    const value = Object.getOwnPropertyDescriptor(this, key)?.value
    return typeof value === 'string' ? value : null
  }
  setItem(key: string, value: string): void {
    Object.defineProperty(this, key, { value, enumerable: true, configurable: true })
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new Storage())
})
afterAll(() => {
  vi.unstubAllGlobals()
})

test('drafts follow a conversation that continues as another one', () => {
  writeDraft('former', 'Hello')
  writeDraft('note:former', 'Call back')
  writeDraft('buttons:next', 'Choose')
  writeDraft('buttons:former', 'Other')
  writeDraft('other', 'Stays')
  moveDrafts('former', 'next')
  const names = ['next', 'note:next', 'buttons:next', 'former', 'note:former', 'buttons:former', 'other']
  expect(names.map(readDraft)).toEqual(['Hello', 'Call back', 'Choose', '', '', '', 'Stays'])
})
