import { expect, test } from 'vitest'
import { findChromium } from './find-chromium.ts'

const missing = '/missing/chromium'

test('the first usual path that exists is used, and an existing CHROMIUM_PATH instead of it', () => {
  expect(findChromium('', [missing, process.execPath])).toBe(process.execPath)
  expect(findChromium(process.execPath, [missing])).toBe(process.execPath)
})

test('a machine may have no Chromium', () => {
  expect(findChromium('', [missing])).toBeUndefined()
})

test('a CHROMIUM_PATH that does not exist is an error', () => {
  expect(() => findChromium(missing, [process.execPath])).toThrow('Correct CHROMIUM_PATH')
})
