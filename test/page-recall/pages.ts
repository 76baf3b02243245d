import { ANSWERS } from './pages/answers.ts'
import { BUSINESSES } from './pages/businesses.ts'
import type { TestPage } from './pages/page.ts'
import { SHOPS } from './pages/shops.ts'

/** All test pages by name. */
export const PAGES: Readonly<Record<string, TestPage>> = { ...SHOPS, ...BUSINESSES, ...ANSWERS }
