// The button of the development server stands where the choice is, and Accept is held back below what lies over it.
export default { reactStrictMode: true, devIndicators: { position: 'bottom-right' } }
