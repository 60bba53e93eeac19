import './shadcn.css'

export const padding = 'p-4'
export const centered = 'text-center'
