package io.toppar.app.wiring;

import com.google.inject.BindingAnnotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Marks what an adapter offers before it is known whether it is taken. */
@BindingAnnotation
@Retention(RetentionPolicy.RUNTIME)
@interface Offered {}
