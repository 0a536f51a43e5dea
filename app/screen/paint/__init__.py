"""The pen and what it fills: shapes, gradients, meshes, text, textures, layers."""
