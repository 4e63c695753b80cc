"""Graphs in files: conversion, validation, drawing, differences, layout and patches. No running system is needed."""
